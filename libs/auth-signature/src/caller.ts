import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ClientApplication } from '@app/applications';
import type { ClientCall } from '@app/licensing';
import type { Dialect } from './dialect.js';
import type { Parameters } from './parameters/read-parameters.js';

/** A client request with a valid signature. */
export interface Caller extends ClientCall {
  /**
   * The application's secret with which the request was signed. The caller can therefore verify an answer signed with
   * it.
   */
  readonly secret: string;
  /** All parameters of the request, including the common ones. */
  readonly parameters: Parameters;
  readonly request: ClientHttpRequest;
}

/** A request with the properties that the guard sets for the handler and for the envelope. */
export interface ClientHttpRequest extends Request {
  /** Set when the request follows rules other than the contract's. */
  dialect?: Dialect;
  /**
   * The route that the client called, if a different route handles the request; metrics count the request under the
   * called route.
   */
  sentRoute?: { readonly path: string };
  /** The application with the request's `app_key`, even when the request is refused later. */
  clientApplication?: ClientApplication;
  /** All parameters, set as soon as they are read, before any check. */
  parameters?: Parameters;
  /** The body, when no parameters could be read from it. */
  unreadBody?: Buffer;
  /** Set once the signature is verified. */
  caller?: Caller;
  /** Request id, assigned by the logger. */
  id: string;
  /** Start of the request, by `performance.now()`. */
  startedAt: number;
}

/** The authenticated caller of a client endpoint. */
export const FromCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ClientHttpRequest>().caller,
);
