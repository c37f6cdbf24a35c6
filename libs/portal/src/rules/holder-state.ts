import type { LicenceHolder } from '@app/database';

/** State of a card or user. The page has a text for each state. */
export type HolderState = 'blocked' | 'frozen' | 'expired' | 'unused' | 'active';

/**
 * Returns the state that a customer should know first about a card or user.
 * @param now epoch milliseconds
 */
export function stateOf(
  { status, frozen, expiresAt }: Pick<LicenceHolder, 'status' | 'frozen' | 'expiresAt'>,
  isBlocked: boolean,
  now: number,
): HolderState {
  if (isBlocked) return 'blocked';
  if (frozen) return 'frozen';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return status === 'unused' ? 'unused' : 'active';
}
