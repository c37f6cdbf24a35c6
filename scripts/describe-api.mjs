// Writes the OpenAPI document of the built server into dist, so that no request has to wait while a server makes it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const DIST = join(import.meta.dirname, '..', 'dist');
const { previewApi } = await import(pathToFileURL(join(DIST, 'apps/server/src/docs/preview-api.js')));
writeFileSync(join(DIST, 'openapi.json'), JSON.stringify(await previewApi()));
