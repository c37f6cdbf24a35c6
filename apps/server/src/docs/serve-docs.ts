import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Router } from 'express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder } from '../serve-folder.js';

/** Folder of the API document. The build creates it, since generating it in the server would block other requests. */
const DOCS_DIR = join(import.meta.dirname, '../../../../docs');
const DOCUMENT = join(DOCS_DIR, 'openapi.json');

/**
 * Serves the API document: for people at `/docs`, for programs at `/docs/openapi.json`.
 * @param router router of requests that are not for the client API
 */
export function serveDocs(app: NestExpressApplication, router: Router): void {
  router.use('/docs/', serveFolder(DOCS_DIR, { index: false, redirect: false }));
  SwaggerModule.setup('docs', app, () => JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenAPIObject, {
    raw: false,
    customSiteTitle: 'Latchkey API',
    swaggerOptions: {
      // Turned off, since the validator would send the document's address to a third party.
      validatorUrl: null,
      docExpansion: 'none',
    },
  });
}
