import { HttpException } from '@nestjs/common';
import { fillTemplate } from '@app/platform';
import { REFUSALS } from './error-catalogue.js';
import { type Given, problem } from './problem.js';
import type { AdminErrorDto, ProblemDto } from './problem.dto.js';

export { problem } from './problem.js';

type ByStatus = typeof REFUSALS;

/** A code that a request can be refused with. */
export type RefusalCode = { [Status in keyof ByStatus]: keyof ByStatus[Status] }[keyof ByStatus];

/** What is wrong with fields of a request, by their names (`duration.amount` for nested ones). */
export type Faults = Record<string, ProblemDto>;

/** Faults that an answer names; a body of a thousand wrong fields is answered as shortly as any other. */
const MAX_FAULTS = 20;
const MAX_FIELD_LENGTH = 100;

const STATUS_OF = new Map(
  Object.entries(REFUSALS).flatMap(([status, refusals]) =>
    Object.keys(refusals).map((code) => [code, Number(status)] as const),
  ),
);

/** A refusal of the admin API. Made by `refusal`. */
export class AdminError extends HttpException {
  /** @param answer not `body`, which Express's body reader writes over */
  constructor(readonly answer: AdminErrorDto) {
    super(answer, answer.statusCode);
  }
}

/** The error of a code, whose parameter `seconds` is also sent as `Retry-After`. */
export function refusal<Code extends RefusalCode>(code: Code, ...params: Given<Code>): AdminError {
  return new AdminError({ statusCode: STATUS_OF.get(code)!, ...problem(code, ...params) });
}

/** As `refusal`, for fields that have faults. */
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

/** 422: fields have faults. */
export function invalid(faults: Faults): AdminError {
  return refusalOf(faults, 'invalid_fields');
}

/** 404, also for what belongs to an application that the caller was not given. */
export function notFound(kind = 'record'): AdminError {
  return refusal('not_found', { kind });
}

function describe(faults: Faults): string {
  const named = firstOf(faults).map(([field, { message }]) => `${field} ${message}`);
  const more = Object.keys(faults).length - MAX_FAULTS;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** The first faults, with names of fields that are short enough to show. */
function firstOf(faults: Faults): [field: string, fault: ProblemDto][] {
  return Object.entries(faults)
    .slice(0, MAX_FAULTS)
    .map(([field, fault]) => [
      field.length > MAX_FIELD_LENGTH ? `${field.slice(0, MAX_FIELD_LENGTH)}…` : field,
      fault,
    ]);
}
