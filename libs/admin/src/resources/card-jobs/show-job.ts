import type { CardJob } from '@app/database';
import { describeProblem, problem } from '../../errors/problem.js';
import type { ProblemDto } from '../../errors/problem.dto.js';
import { toDto } from '../../crud/resource.js';
import type { CardJobDto } from './card-job.dto.js';
import { CARD_JOB_FIELDS } from './card-job.resource.js';
import type { GenerateInput } from './generate-cards.js';
import { keyNotices } from './key-style.js';

/** Returns the visible form of a job. */
export function showJob(job: CardJob): CardJobDto {
  const input = JSON.parse(job.input) as Record<string, unknown>;
  const result = job.result === null ? null : (JSON.parse(job.result) as Record<string, unknown>);
  const failure = readFailure(job.error);
  const notices = noticesOf(job, input, result);
  return {
    ...toDto(job, CARD_JOB_FIELDS),
    error: failure?.message ?? job.error,
    failure,
    input,
    result,
    warnings: notices.map(({ message }) => message),
    notices,
  };
}

/** Serializes a problem as JSON, to be stored in `CardJob.error`. */
export function storedFailure({ code, params }: ProblemDto): string {
  return JSON.stringify({ code, params });
}

function readFailure(error: string | null): ProblemDto | null {
  // For jobs of an earlier server version without codes, `error` is the message itself.
  if (!error?.startsWith('{')) return null;
  const { code, params } = JSON.parse(error) as ProblemDto;
  return describeProblem(code, params);
}

function noticesOf({ kind }: CardJob, input: object, result: Record<string, unknown> | null): ProblemDto[] {
  if (kind === 'generate') return keyNotices(input as GenerateInput);
  const { spent = 0 } = (result ?? {}) as { spent?: number };
  return spent === 0 ? [] : [problem('spent_cards_frozen', { spent })];
}
