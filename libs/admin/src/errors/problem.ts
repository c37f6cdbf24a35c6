import { fillTemplate, type TemplateValues } from '@app/platform';
import { type ErrorCode, MESSAGES } from './messages.js';
import type { ProblemDto } from './problem.dto.js';

/** The parameters of a code. */
type ParamsOf<Code extends ErrorCode> = Omit<TemplateValues<(typeof MESSAGES)[Code]>, 'faults'>;

/** The argument with the parameters of a code; optional for a code without parameters. */
export type Given<Code extends ErrorCode> = keyof ParamsOf<Code> extends never
  ? [params?: ParamsOf<Code>]
  : [params: ParamsOf<Code>];

/** Returns a code with its parameters and message. */
export function problem<Code extends ErrorCode>(code: Code, ...[params]: Given<Code>): ProblemDto {
  return describeProblem(code, params ?? {});
}

/** Does the same as `problem`, for a code that is not known at compile time, such as a code from the database. */
export function describeProblem(code: ErrorCode, params: ProblemDto['params']): ProblemDto {
  const { seconds } = params;
  const values = typeof seconds === 'number' ? { ...params, seconds: durationWords(seconds) } : params;
  return { code, params, message: fillTemplate(MESSAGES[code], values) };
}

function durationWords(seconds: number): string {
  return seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
}
