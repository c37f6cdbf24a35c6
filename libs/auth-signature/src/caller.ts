import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { addressKey, type Party } from '@app/platform';
import type { ClientApplication } from './applications/application-directory.js';
import type { Parameters } from './parameters/read-parameters.js';

/** A client request whose signature was right. */
export interface Caller {
  readonly application: ClientApplication;
  /** The application's secret that the request was signed with, and so the one the caller can check an answer with. */
  readonly secret: string;
  /** Every parameter of the request, the common ones included. */
  readonly parameters: Parameters;
  /** When the request was checked, in epoch milliseconds; the one "now" of all it does. */
  readonly now: number;
  readonly ip: string;
  readonly request: ClientHttpRequest;
}

/** For whom a client's work is done: applications take turns, and within one of them its addresses. */
export function partyOf({ application, ip }: Caller): Party {
  return ['applications', String(application.id), addressKey(ip)];
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
