import type { ValidationError, ValidationOptions } from 'class-validator';
import type { Faults } from './admin-error.js';
import type { ErrorCode } from './messages.js';
import { describeProblem, type Given, problem } from './problem.js';
import type { ProblemDto } from './problem.dto.js';

type Rule = Pick<ProblemDto, 'code' | 'params'>;
/** The context of a validator's errors: the fault itself, or a function that finds the fault in the value. */
type Context = Rule | { readonly of: (value: unknown) => Rule };

const UNKNOWN = 'whitelistValidation';

/** Returns the options with which a validator reports this code for a refused field. */
export function faultOptions<Code extends ErrorCode>(code: Code, ...params: Given<Code>): ValidationOptions {
  const { message, ...rule } = problem(code, ...params);
  return { message, context: rule };
}

/** Returns the first fault of each field, by the path of the field. */
export function fieldFaults(errors: readonly ValidationError[], path = ''): Faults {
  const all: Faults = {};
  for (const error of errors) {
    const field = path + error.property;
    if (error.constraints) all[field] = faultOf(error, error.constraints);
    Object.assign(all, fieldFaults(error.children ?? [], `${field}.`));
  }
  return all;
}

function faultOf({ value, contexts }: ValidationError, constraints: Record<string, string>): ProblemDto {
  if (UNKNOWN in constraints) return problem('unknown_field');
  if (value === undefined) return problem('required');
  const context = contexts?.[Object.keys(constraints)[0]!] as Context | undefined;
  const rule = context && 'of' in context ? context.of(value) : context;
  // All validators of this project report a code. The only error without one comes from class-validator itself: a
  // nested value is not an object.
  return rule ? describeProblem(rule.code, rule.params) : problem('not_an_object');
}
