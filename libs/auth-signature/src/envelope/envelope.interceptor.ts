import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { mergeMap, type Observable } from 'rxjs';
import type { ClientHttpRequest } from '../caller.js';
import type { Envelope, Result } from './envelope.js';
import { ResponseSigner } from './response-signer.js';

/** Puts what a handler returns into the envelope; a handler that returns nothing answers without `result`. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<Result | undefined, Envelope> {
  constructor(private readonly signer: ResponseSigner) {}

  intercept(context: ExecutionContext, next: CallHandler<Result | undefined>): Observable<Envelope> {
    const request = context.switchToHttp().getRequest<ClientHttpRequest>();
    return next
      .handle()
      .pipe(
        mergeMap((result) =>
          this.signer.seal({ code: 0, message: 'ok', ...(result && { result }) }, request),
        ),
      );
  }
}
