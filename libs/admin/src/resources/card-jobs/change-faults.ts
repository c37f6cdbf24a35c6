import type { Faults } from '../../errors/admin-error.js';
import { problem } from '../../errors/problem.js';
import type { ChangeCardsDto, ChangeUsersDto } from './card-job.dto.js';

/** Returns the fields of a bulk change that are missing or do not fit the other fields, with reasons. */
export function changeFaults({
  action,
  ids,
  filter,
  unit,
  amount,
  uses,
  note,
  reason,
  applicationId,
}: ChangeCardsDto | ChangeUsersDto): Faults {
  const faults: Faults = {};
  if ((ids === undefined) === (filter === undefined))
    faults['ids'] = problem('one_of_two', { other: 'filter' });
  if (filter?.applicationId !== undefined && filter.applicationId !== applicationId) {
    faults['filter.applicationId'] = problem('filter_application');
  }
  const own = { add_time: { unit, amount }, add_uses: { uses }, note: { note } };
  for (const [owner, fields] of Object.entries(own)) {
    for (const [field, value] of Object.entries(fields)) {
      if (owner === action && value === undefined) faults[field] = problem('required');
      if (owner !== action && value !== undefined)
        faults[field] = problem('only_for_action', { action: owner });
    }
  }
  if (action !== 'freeze' && reason != null)
    faults['reason'] = problem('only_for_action', { action: 'freeze' });
  return faults;
}
