import { refundsTime, type LicenceHolder, type UnbindPolicy } from '@app/database';
import type { HolderKind } from '../holder-kind.js';
import type { RefusalName } from '../refusal-error.js';
import { LATEST_EXPIRY } from './duration.js';
import { isExpired, isPermanent } from './validity.js';
import { HOUR_MS } from '@app/platform';

type Unbindable = Pick<LicenceHolder, 'status' | 'expiresAt' | 'unbindLimit' | 'unbindsUsed'>;

/** Effect of an unbind besides clearing the binding. */
export type UnbindEffect = { reset: true } | { reset: false; expiresAt: number | null };

/**
 * Refuses an unbind that the policy does not allow, one of an expired holder whose time the policy would move, and one
 * beyond the limit. Without a limit, a policy that gives time back allows none.
 * @param now epoch milliseconds
 * @returns the refusal, or undefined
 */
export function refuseUnbind(
  { refusals }: Pick<HolderKind, 'refusals'>,
  holder: Unbindable,
  policy: UnbindPolicy,
  now: number,
): RefusalName | undefined {
  if (policy === 'disabled') return 'UNBIND_DISABLED';
  if (policy !== 'unbind_only' && isExpired(holder, now)) return refusals.expired;
  const limit = holder.unbindLimit ?? (refundsTime(policy) ? 0 : Infinity);
  return holder.unbindsUsed >= limit ? 'UNBINDS_EXHAUSTED' : undefined;
}

/**
 * Returns the effect of an unbind under the application's policy, or undefined when too little time is left to deduct.
 * @param now epoch milliseconds
 */
export function unbindEffect(
  holder: Unbindable,
  policy: UnbindPolicy,
  hours: number,
  now: number,
): UnbindEffect | undefined {
  const { expiresAt } = holder;
  if (policy === 'reset_to_unused') return { reset: true };
  if (isPermanent(holder) || expiresAt === null) return { reset: false, expiresAt };
  if (policy === 'add_hours') {
    return { reset: false, expiresAt: Math.min(expiresAt + hours * HOUR_MS, LATEST_EXPIRY) };
  }
  if (policy !== 'deduct_hours') return { reset: false, expiresAt };
  const deduction = hours * HOUR_MS;
  return expiresAt - now > deduction ? { reset: false, expiresAt: expiresAt - deduction } : undefined;
}
