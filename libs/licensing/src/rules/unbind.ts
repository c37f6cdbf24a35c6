import type { ClientErrorName } from '@app/auth-signature';
import type { LicenceHolder, UnbindPolicy } from '@app/database';
import { LATEST_EXPIRY } from './duration.js';
import { isPermanent } from './validity.js';

const HOUR_MS = 3_600_000;

type Unbindable = Pick<LicenceHolder, 'status' | 'expiresAt' | 'unbindLimit' | 'unbindsUsed'>;

/** What an unbind does beside clearing the binding. */
export type UnbindEffect = { reset: true } | { reset: false; expiresAt: number | null };

/**
 * Whether a holder may unbind at all: the application allows it and attempts are left.
 * @returns the refusal, or undefined
 */
export function refuseUnbind(holder: Unbindable, policy: UnbindPolicy): ClientErrorName | undefined {
  if (policy === 'disabled') return 'UNBIND_DISABLED';
  if (holder.unbindLimit !== null && holder.unbindsUsed >= holder.unbindLimit) return 'UNBINDS_EXHAUSTED';
  return undefined;
}

/**
 * The effect of an unbind by the application's policy, or undefined when too little time is left for the deduction.
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
