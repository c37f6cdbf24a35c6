// Writes the OpenAPI document of the built server to dist/docs, so that the running server does not generate it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const DIST = join(import.meta.dirname, '..', 'dist');
const FOLDER = join(DIST, 'docs');
const { previewApi } = (await import(
  pathToFileURL(join(DIST, 'apps/server/src/docs/preview-api.js')).href
)) as { previewApi: () => Promise<object> };
mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'openapi.json'), JSON.stringify(await previewApi()));
