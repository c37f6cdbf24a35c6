import {
  CARD_JOB_KINDS,
  CARD_JOB_STATUSES,
  CardJob,
  type CardJobKind,
  type CardJobStatus,
} from '@app/database';
import { OneOf, Optional } from '@app/platform';
import { ApplicationFilter, whereEqual } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';

export const CARD_JOB_FIELDS = [
  'id',
  'applicationId',
  'kind',
  'status',
  'total',
  'progress',
  'error',
  'requestKey',
  'createdBy',
  'createdAt',
  'startedAt',
  'finishedAt',
] as const satisfies (keyof CardJob)[];

export const CARD_JOB_SORTS = ['id'];

export class CardJobFilter extends ApplicationFilter {
  @Optional()
  @OneOf(CARD_JOB_KINDS)
  kind?: CardJobKind;

  @Optional()
  @OneOf(CARD_JOB_STATUSES)
  status?: CardJobStatus;
}

export const CARD_JOBS: Resource<CardJob, CardJobFilter> = {
  name: 'card-jobs',
  singular: 'card job',
  entity: CardJob,
  fields: CARD_JOB_FIELDS,
  nameOf: ({ kind, id }) => `${kind} #${id}`,
  applicationProperty: 'applicationId',
  uniqueField: 'requestKey',
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'kind', 'status');
  },
};
