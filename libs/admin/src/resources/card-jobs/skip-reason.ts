import type { LicenceHolder } from '@app/database';
import type { BulkAction } from './card-job.dto.js';

/** The facts that decide whether an action changes a card or user. */
export interface HolderState extends Pick<
  LicenceHolder,
  'status' | 'frozen' | 'expiresAt' | 'uses' | 'note'
> {
  /** Number of open sessions. */
  readonly sessions: number;
  /** Number of bound devices. */
  readonly devices: number;
  /** True for an issued card that was issued or changed after it had been selected for the action. */
  readonly isIssuedSince: boolean;
}

/** The reason why a card or user is skipped. */
export type SkipReason =
  | 'already_frozen'
  | 'not_frozen'
  | 'not_unused'
  | 'issued_since'
  | 'no_running_time'
  | 'not_counted'
  | 'same_note'
  | 'not_activated'
  | 'no_sessions'
  | 'no_devices';

/**
 * Returns the reason why an action skips a card or user; `undefined` if the action changes the card or user.
 * @param note the new note, if the action sets a note
 */
export function skipReason(
  action: BulkAction,
  holder: HolderState,
  note?: string | null,
): SkipReason | undefined {
  switch (action) {
    case 'freeze':
      return holder.frozen ? 'already_frozen' : undefined;
    case 'unfreeze':
      return holder.frozen ? undefined : 'not_frozen';
    case 'delete':
      if (holder.status !== 'unused') return 'not_unused';
      // A customer may now own the card.
      return holder.isIssuedSince ? 'issued_since' : undefined;
    case 'apply_type':
      return holder.status === 'unused' ? undefined : 'not_unused';
    case 'add_time':
      return holder.status === 'activated' && holder.expiresAt !== null ? undefined : 'no_running_time';
    case 'add_uses':
      return holder.uses === null ? 'not_counted' : undefined;
    case 'note':
      return holder.note === note ? 'same_note' : undefined;
    case 'kick':
      return holder.sessions === 0 ? 'no_sessions' : undefined;
    case 'unbind':
      return holder.devices === 0 ? 'no_devices' : undefined;
    case 'reset':
      return holder.status === 'activated' ? undefined : 'not_activated';
  }
}
