// Writes the OpenAPI document of the built server into dist/docs, so that no request has to wait while a server makes it.
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
