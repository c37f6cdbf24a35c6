import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The document as the build made it. Made here, it would keep all other requests waiting. */
const DOCUMENT = join(import.meta.dirname, '../../../../openapi.json');

/** Serves the API document: for people at `/docs`, for programs at `/docs/openapi.json`. Read when first asked for. */
export function serveDocs(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => JSON.parse(readFileSync(DOCUMENT, 'utf8')) as OpenAPIObject, {
    raw: ['json'],
    jsonDocumentUrl: 'docs/openapi.json',
    customSiteTitle: 'Latchkey API',
    swaggerOptions: {
      // It would send the document's address to a server of others.
      validatorUrl: null,
      docExpansion: 'none',
    },
  });
}
