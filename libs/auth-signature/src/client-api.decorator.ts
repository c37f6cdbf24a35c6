import { applyDecorators, Controller, UseFilters, UseGuards } from '@nestjs/common';
import { CLIENT_API_PREFIX } from './client-api-prefix.js';
import { DocumentClientApi } from './docs/document-client-api.js';
import { ClientExceptionFilter } from './envelope/client-exception.filter.js';
import { limitGuesses } from './limits/guess.interceptor.js';
import { SignatureGuard } from './signature.guard.js';

/**
 * Declares a controller of the client API, and adds it to the API document. The client API takes signed requests and
 * answers with envelopes (`EnvelopeAdapter`).
 * @param options for endpoints outside the contract: their prefix, and their group in the API document
 */
export function ClientApi(path: string, { prefix = CLIENT_API_PREFIX, group = path } = {}): ClassDecorator {
  return applyDecorators(
    Controller(`${prefix}/${path}`),
    UseGuards(SignatureGuard),
    UseFilters(ClientExceptionFilter),
    DocumentClientApi(group),
    limitGuesses,
  );
}
