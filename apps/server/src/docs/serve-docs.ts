import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { describeApi } from './describe-api.js';

/** Serves the API document: for people at `/docs`, for programs at `/docs/openapi.json`. Made when first asked for. */
export function serveDocs(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => describeApi(app), {
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
