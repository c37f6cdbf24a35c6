import type { CardJob } from '@app/database';
import { present } from '../records/resource.js';
import type { CardJobDto } from './card-job.dto.js';
import { CARD_JOB_FIELDS } from './card-job.resource.js';
import type { GenerateInput } from './generate-cards.js';
import { keyWarnings } from './key-style.js';

/** What people see of a job. */
export function showJob(job: CardJob): CardJobDto {
  const input = JSON.parse(job.input) as Record<string, unknown>;
  return {
    ...present(job, CARD_JOB_FIELDS),
    input,
    result: job.result === null ? null : (JSON.parse(job.result) as Record<string, unknown>),
    warnings: job.kind === 'generate' ? keyWarnings(input as unknown as GenerateInput) : [],
  };
}
