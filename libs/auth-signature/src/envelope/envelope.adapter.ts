import { Logger } from '@nestjs/common';
// Imported from its own file, since the index of the package also loads multer.
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import type { Application, Response } from 'express';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { logFailure, OutcomeUnknownError, type RequestMetrics } from '@app/platform';
import type { ClientHttpRequest } from '../caller.js';
import { CLIENT_API_PREFIX } from '../client-api-prefix.js';
import { directRoutes, type DirectRoutes, layersOf } from '../routing/direct-routes.js';
import { expressMessages } from '../routing/express-messages.js';
import type { Envelope, Result } from './envelope.js';
import type { ResponseSigner } from './response-signer.js';
import { sendEnvelope } from './send-envelope.js';

/** Runs before a request is routed. */
type Prepare = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Express adapter that wraps the return values of client API handlers in the envelope; a handler that returns nothing
 * answers without `result`. An interceptor would be the usual place, but Nest's code that runs interceptors took a
 * tenth of the time that a heartbeat request takes. For the same reason the adapter itself routes the client API's
 * fixed paths (`directRoutes`).
 */
export class EnvelopeAdapter extends ExpressAdapter {
  /** Must be set before the first request. */
  signer!: ResponseSigner;
  /** Must be set before the first request. */
  metrics!: RequestMetrics;
  /** Must be set before the first request. */
  prepare!: Prepare;
  /** Number of layers, at the beginning of Express's list, that do nothing for routes of the client API. */
  layersOfOthers = 0;
  private direct: DirectRoutes = new Map();
  private readonly failures = new Logger('ClientApi');

  override initHttpServer(): void {
    const app = this.getInstance<Application>();
    const server = createServer(expressMessages(app), (request, response) =>
      this.prepare(request, response, () => this.route(request as ClientHttpRequest, response)),
    );
    // All routes are registered before the server listens.
    server.once('listening', () => {
      this.direct = directRoutes(layersOf(app), this.layersOfOthers, CLIENT_API_PREFIX);
    });
    this.setHttpServer(server);
  }

  private route(request: ClientHttpRequest, response: ServerResponse): void {
    const direct = this.direct.get(request.url)?.get(request.method);
    if (!direct) return this.getInstance<Application>()(request, response as Response);
    request.originalUrl = request.url;
    request.route = direct.route;
    direct.handle(request, response).catch((error: unknown) => {
      logFailure(this.failures, 'A failure could not be answered', error);
      response.destroy();
    });
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const request = response.req as ClientHttpRequest;
    if (!request.caller) return super.reply(response, body, statusCode);
    const envelope: Envelope = { code: 0, message: 'ok' };
    if (body) envelope.result = body as Result;
    return this.signer.seal(envelope, request).then((sealed) => {
      sendEnvelope(response, statusCode ?? response.statusCode, sealed);
      this.metrics.record(request, envelope.code);
    }, failUnsigned);
  }
}

/** Fails a request that succeeded, since its response could not be signed. */
function failUnsigned(cause: unknown): never {
  throw new OutcomeUnknownError('The response to a successful request could not be signed', { cause });
}
