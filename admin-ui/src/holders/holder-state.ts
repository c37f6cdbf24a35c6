import type { HolderState } from '../api/choices';
import type { Card, User } from '../api/types';

/** Returns the state of a card or user, determined as in the API's filter `state`. */
export function stateOf(
  { frozen, status, expiresAt }: Pick<Card | User, 'frozen' | 'status' | 'expiresAt'>,
  now: number,
): HolderState {
  if (frozen) return 'frozen';
  if (status !== 'activated') return status;
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
