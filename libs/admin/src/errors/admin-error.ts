import { HttpException } from '@nestjs/common';
import { fillTemplate } from '@app/platform';
import { REFUSALS } from './error-catalogue.js';
import { type Given, problem } from './problem.js';
import type { AdminErrorDto, ProblemDto } from './problem.dto.js';

export { problem } from './problem.js';

type ByStatus = typeof REFUSALS;

/** Code of a refused request. */
export type RefusalCode = { [Status in keyof ByStatus]: keyof ByStatus[Status] }[keyof ByStatus];

/** Faults of a request by field name (`duration.amount` for nested fields). */
export type Faults = Record<string, ProblemDto>;

/** Maximum number of faults in a response, even if a body has a thousand wrong fields. */
const MAX_FAULTS = 20;
const MAX_FIELD_LENGTH = 100;

const STATUS_OF = new Map(
  Object.entries(REFUSALS).flatMap(([status, refusals]) =>
    Object.keys(refusals).map((code) => [code, Number(status)] as const),
  ),
);

/** A refusal of the admin API, created by `refusal`. */
export class AdminError extends HttpException {
  /**
   * @param answer the response. It is not called `body`, since Express's body reader overwrites a property of that name
   */
  constructor(readonly answer: AdminErrorDto) {
    super(answer, answer.statusCode);
  }
}

/** Returns the error for a code. The parameter `seconds` is also sent as `Retry-After`. */
export function refusal<Code extends RefusalCode>(code: Code, ...params: Given<Code>): AdminError {
  return new AdminError({ statusCode: STATUS_OF.get(code)!, ...problem(code, ...params) });
}

/** Does the same as `refusal`, for fields with faults. */
export function refusalOf<Code extends RefusalCode>(
  faults: Faults,
  code: Code,
  ...params: Given<Code>
): AdminError {
  const { answer } = refusal(code, ...params);
  const named = Object.fromEntries(firstOf(faults));
  return new AdminError({
    ...answer,
    message: fillTemplate(answer.message, { faults: describe(faults) }),
    errors: Object.fromEntries(Object.entries(named).map(([field, { message }]) => [field, message])),
    faults: named,
  });
}

/** Returns a 422 for fields with faults. */
export function invalid(faults: Faults): AdminError {
  return refusalOf(faults, 'invalid_fields');
}

/** Returns a 404, also for records of an application that the caller may not access. */
export function notFound(kind = 'record'): AdminError {
  return refusal('not_found', { kind });
}

function describe(faults: Faults): string {
  const named = firstOf(faults).map(([field, { message }]) => `${field} ${message}`);
  const more = Object.keys(faults).length - MAX_FAULTS;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** Returns the first faults. Field names that are too long to show are truncated. */
function firstOf(faults: Faults): [field: string, fault: ProblemDto][] {
  return Object.entries(faults)
    .slice(0, MAX_FAULTS)
    .map(([field, fault]) => [
      field.length > MAX_FIELD_LENGTH ? `${field.slice(0, MAX_FIELD_LENGTH)}…` : field,
      fault,
    ]);
}
