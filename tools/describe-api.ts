// Writes to dist/docs the documents that the server serves: the OpenAPI document, the page that shows it, the protocol
// and the quick start. The running server thus does not have to generate the OpenAPI document.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFile } from './build.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const FOLDER = join(DIST, 'docs');
const SWAGGER_UI = [
  'favicon-32x32.png',
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
];
const { previewApi } = (await import(
  pathToFileURL(join(DIST, 'apps/server/src/docs/preview-api.js')).href
)) as { previewApi: () => Promise<object> };
mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'openapi.json'), JSON.stringify(await previewApi()));
for (const name of ['index.html', 'swagger-ui-init.js'])
  cpSync(join(ROOT, 'apps/server/src/docs/page', name), join(FOLDER, name));
for (const name of SWAGGER_UI) cpSync(packageFile('swagger-ui-dist', name), join(FOLDER, name));
for (const name of ['protocol.md', 'test-vectors.json', 'quick-start'])
  cpSync(join(ROOT, 'docs', name), join(FOLDER, name), { recursive: true });
