import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The document that the build generated. Generating it here would block all other requests. */
const DOCUMENT = join(import.meta.dirname, '../../../../openapi.json');

/**
 * Serves the API document at `/docs` for people and at `/docs/openapi.json` for programs. It is read on the first
 * request.
 */
export function serveDocs(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenAPIObject, {
    raw: ['json'],
    jsonDocumentUrl: 'docs/openapi.json',
    customSiteTitle: 'Latchkey API',
    swaggerOptions: {
      // The validator would send the document's address to a third party.
      validatorUrl: null,
      docExpansion: 'none',
    },
  });
}
