import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ClientApplication } from '@app/applications';
import type { ClientCall } from '@app/licensing';
import type { Parameters } from './parameters/read-parameters.js';

/** A client request whose signature was right. */
export interface Caller extends ClientCall {
  /** The application's secret that the request was signed with, and so the one the caller can check an answer with. */
  readonly secret: string;
  /** Every parameter of the request, the common ones included. */
  readonly parameters: Parameters;
  readonly request: ClientHttpRequest;
}

/** What the guard leaves on the request for the handler and for the envelope. */
export interface ClientHttpRequest extends Request {
  /** The application named by `app_key`, even when the request is refused later. */
  clientApplication?: ClientApplication;
  /** The body, when there are no parameters that could be read from it. */
  unreadBody?: Buffer;
  /** Set once the signature was right. */
  caller?: Caller;
  /** Request id, given by the logger. */
  id: string;
  /** When it began, by `performance.now()`. */
  startedAt: number;
}

/** The authenticated caller of a client endpoint. */
export const FromCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ClientHttpRequest>().caller,
);
