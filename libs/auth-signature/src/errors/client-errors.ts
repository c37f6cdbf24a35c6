import type { ParameterRefusal, RefusalError, RefusalName } from '@app/licensing';
import { CLIENT_ERRORS, type ClientErrorName, type ReasonKey } from './error-catalogue.js';

/** A request refused with one of the contract's codes. */
export class ClientError extends Error {
  readonly code: number;

  /** @param detail specifics, appended to the code's message for the caller */
  constructor(
    readonly errorName: ClientErrorName,
    readonly detail?: string,
  ) {
    super(CLIENT_ERRORS[errorName].en);
    this.code = CLIENT_ERRORS[errorName].code;
  }
}

/** Reason why a parameter is refused, independent of language. */
export interface Reason {
  key: ReasonKey;
  args?: readonly (string | number)[];
}

/** Missing or malformed parameters: code 400 with a reason for each. */
export class ParameterError extends Error {
  constructor(readonly reasons: Readonly<Record<string, Reason>>) {
    super('bad parameters');
  }
}

export function parameterError(
  parameter: string,
  key: ReasonKey,
  ...args: (string | number)[]
): ParameterError {
  return new ParameterError({ [parameter]: { key, args } });
}

/** Refusals that concern a parameter. */
const PARAMETER_REFUSALS: Record<ParameterRefusal, readonly [parameter: string, ReasonKey]> = {
  CARD_PERMANENT: ['card', 'permanent'],
  USER_PERMANENT: ['username', 'permanent'],
  CARD_NOT_COUNTED: ['card', 'not_counted'],
  USER_NOT_COUNTED: ['username', 'not_counted'],
  REQUEST_ID_REUSED: ['request_id', 'request_id_reused'],
  CARD_WITHOUT_TICKETS: ['card', 'no_tickets'],
  USER_WITHOUT_TICKETS: ['username', 'no_tickets'],
};

/** Converts a refusal to the contract's form: one of its codes, or 400 with a reason for the parameter. */
export function toClientError({ reason, detail }: RefusalError): ClientError | ParameterError {
  return concernsParameter(reason)
    ? parameterError(...PARAMETER_REFUSALS[reason])
    : new ClientError(reason, detail);
}

function concernsParameter(reason: RefusalName): reason is ParameterRefusal {
  return reason in PARAMETER_REFUSALS;
}

/** A failure whose code is an HTTP status: 404, 413, 415, 429 or 503; or 400, which is answered with HTTP 200. */
export class ClientHttpError extends Error {
  /** @param retryAfterSec seconds after which the client may retry, sent as `Retry-After` */
  constructor(
    readonly status: number,
    readonly retryAfterSec?: number,
  ) {
    super(`HTTP ${status}`);
  }
}
