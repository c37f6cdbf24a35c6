import type { CardJob } from '@app/database';
import { present } from '../records/resource.js';
import type { CardJobDto } from './card-job.dto.js';
import { CARD_JOB_FIELDS } from './card-job.resource.js';
import type { GenerateInput } from './generate-cards.js';
import { keyWarnings } from './key-style.js';

/** What people see of a job. */
export function showJob(job: CardJob): CardJobDto {
  const input = JSON.parse(job.input) as Record<string, unknown>;
  const result = job.result === null ? null : (JSON.parse(job.result) as Record<string, unknown>);
  return {
    ...present(job, CARD_JOB_FIELDS),
    input,
    result,
    warnings: warningsOf(job, input, result),
  };
}

function warningsOf({ kind }: CardJob, input: object, result: Record<string, unknown> | null): string[] {
  if (kind === 'generate') return keyWarnings(input as GenerateInput);
  const { spent = 0 } = (result ?? {}) as { spent?: number };
  if (spent === 0) return [];
  return [
    `Freezing takes nothing back from spent cards: ${spent} of these were spent, and their time is kept`,
  ];
}
