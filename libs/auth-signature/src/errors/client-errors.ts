import type { PermanentRefusal, RefusalError } from '@app/licensing';
import { CLIENT_ERRORS, type ClientErrorName, type ReasonKey } from './error-catalogue.js';

/** A request refused with one of the contract's codes. */
export class ClientError extends Error {
  readonly code: number;

  /** @param detail what exactly went wrong, told to the caller behind the code's own words */
  constructor(
    readonly errorName: ClientErrorName,
    readonly detail?: string,
  ) {
    super(CLIENT_ERRORS[errorName].en);
    this.code = CLIENT_ERRORS[errorName].code;
  }
}

/** Why one parameter is refused, in a form that can be put into any language. */
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

/** Refusals that are about a parameter. */
const PARAMETER_REFUSALS: Record<PermanentRefusal, readonly [parameter: string, ReasonKey]> = {
  CARD_PERMANENT: ['card', 'permanent'],
  USER_PERMANENT: ['username', 'permanent'],
};

/** The contract's form of a refusal: one of its codes, or 400 with a reason for the parameter. */
export function toClientError({ reason, detail }: RefusalError): ClientError | ParameterError {
  return reason === 'CARD_PERMANENT' || reason === 'USER_PERMANENT'
    ? parameterError(...PARAMETER_REFUSALS[reason])
    : new ClientError(reason, detail);
}

/** A failure that keeps its HTTP status: 404, 413, 415, 429, 500 or 503. */
export class ClientHttpError extends Error {
  /** @param retryAfterSec seconds after which another try makes sense, sent as `Retry-After` */
  constructor(
    readonly status: number,
    readonly retryAfterSec?: number,
  ) {
    super(`HTTP ${status}`);
  }
}
