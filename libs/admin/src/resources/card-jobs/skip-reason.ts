import type { Card } from '@app/database';
import type { BulkAction } from './card-job.dto.js';

/** The columns that decide whether an action changes a card. */
export type CardState = Pick<Card, 'status' | 'frozen' | 'expiresAt' | 'uses' | 'note'>;

/** The reason why a card is skipped. */
export type SkipReason =
  | 'already_frozen'
  | 'not_frozen'
  | 'not_unused'
  | 'no_running_time'
  | 'not_counted'
  | 'same_note'
  | 'not_activated';

/**
 * Returns the reason why an action skips a card; undefined when it changes it.
 * @param note the new note, for the action that sets it
 */
export function skipReason(
  action: BulkAction,
  card: CardState,
  note?: string | null,
): SkipReason | undefined {
  switch (action) {
    case 'freeze':
      return card.frozen ? 'already_frozen' : undefined;
    case 'unfreeze':
      return card.frozen ? undefined : 'not_frozen';
    case 'delete':
    case 'apply_type':
      return card.status === 'unused' ? undefined : 'not_unused';
    case 'add_time':
      return card.status === 'activated' && card.expiresAt !== null ? undefined : 'no_running_time';
    case 'add_uses':
      return card.uses === null ? 'not_counted' : undefined;
    case 'note':
      return card.note === note ? 'same_note' : undefined;
    case 'reset':
      return card.status === 'activated' ? undefined : 'not_activated';
  }
}
