// By its file: the package's index also loads multer.
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter.js';
import type { Response } from 'express';
import type { RequestMetrics } from '@app/platform';
import type { ClientHttpRequest } from '../caller.js';
import type { Envelope, Result } from './envelope.js';
import type { ResponseSigner } from './response-signer.js';
import { sendEnvelope } from './send-envelope.js';

/**
 * Express adapter that wraps the return values of client API handlers in the envelope; a handler that returns nothing
 * answers without `result`. An interceptor would be the usual place, but Nest's machinery around it took a tenth of a
 * heartbeat's time.
 */
export class EnvelopeAdapter extends ExpressAdapter {
  /** Must be set before the first request. */
  signer!: ResponseSigner;
  /** Must be set before the first request. */
  metrics!: RequestMetrics;

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const request = response.req as ClientHttpRequest;
    if (!request.caller) return super.reply(response, body, statusCode);
    const envelope: Envelope = { code: 0, message: 'ok' };
    if (body) envelope.result = body as Result;
    return this.signer.seal(envelope, request).then((sealed) => {
      sendEnvelope(response, statusCode ?? response.statusCode, sealed);
      this.metrics.record(request, envelope.code);
    });
  }
}
