import type { FieldErrors } from '../api/admin-error.js';
import type { ChangeCardsDto } from './card-job.dto.js';

/** What fields of a bulk change do not go together, with reasons. */
export function changeFaults({
  action,
  ids,
  filter,
  unit,
  amount,
  note,
  reason,
  applicationId,
}: ChangeCardsDto): FieldErrors {
  const faults: FieldErrors = {};
  if ((ids === undefined) === (filter === undefined)) faults['ids'] = 'or filter must be given, and not both';
  if (filter?.applicationId !== undefined && filter.applicationId !== applicationId) {
    faults['filter.applicationId'] = 'is another application than that of the job';
  }
  const own = { add_time: { unit, amount }, note: { note } };
  for (const [owner, fields] of Object.entries(own)) {
    for (const [field, value] of Object.entries(fields)) {
      if (owner === action && value === undefined) faults[field] = 'is required';
      if (owner !== action && value !== undefined) faults[field] = `is only for the action ${owner}`;
    }
  }
  if (action !== 'freeze' && reason != null) faults['reason'] = 'is only for the action freeze';
  return faults;
}
