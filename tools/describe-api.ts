// Writes the documents that the server serves to dist/docs: the OpenAPI document, so that the running server does not
// generate it, the protocol and the quick start.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const FOLDER = join(DIST, 'docs');
const { previewApi } = (await import(
  pathToFileURL(join(DIST, 'apps/server/src/docs/preview-api.js')).href
)) as { previewApi: () => Promise<object> };
mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'openapi.json'), JSON.stringify(await previewApi()));
for (const name of ['protocol.md', 'test-vectors.json', 'quick-start'])
  cpSync(join(ROOT, 'docs', name), join(FOLDER, name), { recursive: true });
