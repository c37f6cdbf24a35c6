import { refundsTime, type LicenceHolder, type UnbindPolicy, unbindsExpired } from '@app/database';
import type { HolderKind } from '../holder-kind.js';
import type { RefusalName } from '../refusal-error.js';
import { LATEST_EXPIRY } from './duration.js';
import { isExpired } from './validity.js';
import { HOUR_MS } from '@app/platform';

type Unbindable = Pick<LicenceHolder, 'status' | 'expiresAt' | 'unbindLimit' | 'unbindsUsed'>;

/** Effect of an unbind besides clearing the binding. */
export type UnbindEffect = { reset: true } | { reset: false; expiresAt: number | null };

/**
 * Refuses an unbind that the policy does not allow, an unbind of an expired holder whose expiry the policy would move,
 * and an unbind beyond the limit. A policy that adds time requires a limit.
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
  if (!unbindsExpired(policy) && isExpired(holder, now)) return refusals.expired;
  const limit = holder.unbindLimit ?? (refundsTime(policy) ? 0 : Infinity);
  return holder.unbindsUsed >= limit ? 'UNBINDS_EXHAUSTED' : undefined;
}

/**
 * Returns the effect of an unbind under a policy, or `undefined` if too little time is left to deduct.
 * @param now epoch milliseconds
 */
export function unbindEffect(
  { expiresAt }: Pick<LicenceHolder, 'expiresAt'>,
  policy: UnbindPolicy,
  hours: number,
  now: number,
): UnbindEffect | undefined {
  const kept = { reset: false, expiresAt } as const;
  switch (policy) {
    case 'reset_to_unused':
      return { reset: true };
    case 'unbind_only':
    case 'disabled':
      return kept;
    case 'add_hours':
      if (expiresAt === null) return kept;
      return { reset: false, expiresAt: Math.min(expiresAt + hours * HOUR_MS, LATEST_EXPIRY) };
    case 'deduct_hours': {
      if (expiresAt === null) return kept;
      const deducted = expiresAt - hours * HOUR_MS;
      return deducted > now ? { reset: false, expiresAt: deducted } : undefined;
    }
  }
}
