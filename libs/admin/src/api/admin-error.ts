import { HttpException } from '@nestjs/common';

/** Why fields of a request are refused, by their names (`duration.amount` for nested ones). */
export type FieldErrors = Record<string, string>;

/** What every refusal of the admin API looks like. */
export interface AdminErrorBody {
  /** The HTTP status. */
  statusCode: number;
  /** What is wrong, in words for people. */
  message: string;
  errors?: FieldErrors;
  /** Only on 500: the id under which the server's log tells more. */
  requestId?: string;
}

/** Faults that an answer names; a body of a thousand wrong fields is answered as shortly as any other. */
const MAX_FAULTS = 20;
const MAX_FIELD_LENGTH = 100;

/** A refusal of the admin API. */
export class AdminError extends HttpException {
  /** @param retryAfterSec seconds after which another try makes sense, sent as `Retry-After` */
  constructor(
    status: number,
    message: string,
    errors?: FieldErrors,
    readonly retryAfterSec?: number,
  ) {
    const named = errors && { errors: Object.fromEntries(namedFaults(errors)) };
    super({ statusCode: status, message, ...named } satisfies AdminErrorBody, status);
  }
}

/** 400: the request itself cannot be understood. */
export function badRequest(message: string, errors?: FieldErrors): AdminError {
  return new AdminError(400, message, errors);
}

export function unauthorized(message: string, errors?: FieldErrors): AdminError {
  return new AdminError(401, message, errors);
}

export function forbidden(message: string): AdminError {
  return new AdminError(403, message);
}

/** 404, also for what belongs to an application that the caller was not given. */
export function notFound(what = 'record'): AdminError {
  return new AdminError(404, `There is no such ${what}, or it is not yours to see`);
}

/** 409: right in itself, but not as things stand. */
export function conflict(message: string, errors?: FieldErrors): AdminError {
  return new AdminError(409, message, errors);
}

/** 422: fields have faults. */
export function invalid(errors: FieldErrors): AdminError {
  return new AdminError(422, describeErrors(errors), errors);
}

/** The faults in words. */
export function describeErrors(errors: FieldErrors): string {
  const faults = namedFaults(errors).map(([field, reason]) => `${field} ${reason}`);
  const more = Object.keys(errors).length - MAX_FAULTS;
  return [...faults, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** The first faults, with names of fields that are short enough to show. */
function namedFaults(errors: FieldErrors): [field: string, reason: string][] {
  return Object.entries(errors)
    .slice(0, MAX_FAULTS)
    .map(([field, reason]) => [
      field.length > MAX_FIELD_LENGTH ? `${field.slice(0, MAX_FIELD_LENGTH)}…` : field,
      reason,
    ]);
}

/** 429 */
export function tooMany(message: string, retryAfterSec: number): AdminError {
  const wait = retryAfterSec > 60 ? `${Math.ceil(retryAfterSec / 60)} minutes` : `${retryAfterSec} seconds`;
  return new AdminError(429, `${message}; try again in ${wait}`, undefined, retryAfterSec);
}
