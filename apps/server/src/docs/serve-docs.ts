import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request, Response, Router } from 'express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder } from '../serve-folder.js';
import { LLMS_TEXT } from './llms-text.js';

/**
 * Folder of the API document, the protocol and the quick start. The build creates it, since generating the API document in
 * the server would block other requests.
 */
const DOCS_DIR = join(import.meta.dirname, '../../../../docs');
const DOCUMENT = join(DOCS_DIR, 'openapi.json');

/**
 * Serves the API document: for people at `/docs`, for programs at `/docs/openapi.json`, and `/llms.txt`, which links AI
 * assistants to it.
 * @param router router of requests that are not for the client API
 */
export function serveDocs(app: NestExpressApplication, router: Router): void {
  router.get('/llms.txt', (_: Request, response: Response) => {
    response.type('text/plain').send(LLMS_TEXT);
  });
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
