import { applyDecorators, Controller, UseFilters, UseGuards } from '@nestjs/common';
import { DocumentClientApi } from './docs/document-client-api.js';
import { ClientExceptionFilter } from './envelope/client-exception.filter.js';
import { limitGuesses } from './limits/guess.interceptor.js';
import { SignatureGuard } from './signature.guard.js';

export const CLIENT_API_PREFIX = '/api/client/v1';

/**
 * Declares a controller of the client API: it takes signed requests, answers with envelopes (`EnvelopeAdapter`), and
 * appears so in the API document.
 */
export function ClientApi(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`${CLIENT_API_PREFIX}/${path}`),
    UseGuards(SignatureGuard),
    UseFilters(ClientExceptionFilter),
    DocumentClientApi(path),
    limitGuesses,
  );
}
