import {
  refundsTime,
  type LicenceHolder,
  type Ticket,
  type UnbindPolicy,
  type UnbindRule,
  unbindsExpired,
} from '@app/database';
import type { HolderKind } from '../holder-kind.js';
import type { RefusalName } from '../refusal-error.js';
import { LATEST_EXPIRY } from './duration.js';
import { isExpired } from './validity.js';
import { isFromWrongClock } from './wrong-clock.js';
import { HOUR_MS } from '@app/platform';

type Unbindable = Pick<LicenceHolder, 'status' | 'expiresAt' | 'unbindLimit' | 'unbindsUsed' | 'unboundAt'>;

/** Effect of an unbind, apart from removing the binding. */
export type UnbindEffect = { reset: true } | { reset: false; expiresAt: number | null };

/**
 * Refuses an unbind in four cases:
 * - The policy does not allow unbinding.
 * - The holder has expired, and the policy is not `unbind_only`.
 * - The unbind limit is reached. Under a policy that adds time or resets the holder, a missing limit counts as 0.
 * - The previous unbind was too recent.
 * @param now epoch milliseconds
 * @param cooldownHours hours between two unbinds; 0 = none
 * @returns the refusal, or undefined
 */
export function refuseUnbind(
  { refusals }: Pick<HolderKind, 'refusals'>,
  holder: Unbindable,
  policy: UnbindPolicy,
  now: number,
  cooldownHours = 0,
): RefusalName | undefined {
  if (policy === 'disabled') return 'UNBIND_DISABLED';
  if (!unbindsExpired(policy) && isExpired(holder, now)) return refusals.expired;
  const limit = holder.unbindLimit ?? (refundsTime(policy) ? 0 : Infinity);
  if (holder.unbindsUsed >= limit) return 'UNBINDS_EXHAUSTED';
  return cooldownEnd(holder, cooldownHours, now) > now ? 'UNBIND_COOLDOWN' : undefined;
}

/**
 * Returns the time from which a holder may unbind again, in epoch milliseconds.
 * @param cooldownHours hours between two unbinds; 0 = none
 * @param now epoch milliseconds
 */
export function cooldownEnd(
  { unboundAt }: Pick<LicenceHolder, 'unboundAt'>,
  cooldownHours: number,
  now: number,
): number {
  if (cooldownHours === 0 || unboundAt === null || isFromWrongClock(unboundAt, now)) return 0;
  return unboundAt + cooldownHours * HOUR_MS;
}

/**
 * Returns the effect of an unbind under a policy, or null if too little time is left to deduct.
 * @param now epoch milliseconds
 */
export function unbindEffect(
  { expiresAt }: Pick<LicenceHolder, 'expiresAt'>,
  policy: UnbindPolicy,
  hours: number,
  now: number,
): UnbindEffect | null {
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
      return deducted > now ? { reset: false, expiresAt: deducted } : null;
    }
  }
}

/**
 * Effect of an allowed unbind, or the refusal. `until` is the time until which the refusal applies, in epoch
 * milliseconds.
 */
export type UnbindDecision =
  { readonly effect: UnbindEffect } | { readonly refusal: RefusalName; readonly until?: number };

/**
 * Decides about the unbind of a bound device after `refuseUnbind` has allowed it. A ticket cannot be revoked. Therefore
 * a device with a valid ticket is not unbound, and no time is deducted that a ticket still covers.
 * @param tickets of all devices of the holder
 * @param deviceId if undefined, all devices are unbound
 * @param now epoch milliseconds
 */
export function decideUnbind(
  holder: Pick<LicenceHolder, 'expiresAt'>,
  { policy, hours }: UnbindRule,
  tickets: readonly Pick<Ticket, 'deviceId' | 'expiresAt'>[],
  deviceId: string | undefined,
  now: number,
): UnbindDecision {
  const effect = unbindEffect(holder, policy, hours, now);
  const latest = (all: typeof tickets) => Math.max(0, ...all.map(({ expiresAt }) => expiresAt));
  const isAffected = (ticket: { deviceId: string }) =>
    deviceId === undefined || effect?.reset === true || ticket.deviceId === deviceId;
  const ofAffected = latest(tickets.filter(isAffected));
  if (ofAffected > now) return { refusal: 'TICKET_VALID', until: ofAffected };
  if (!effect) return { refusal: 'TIME_INSUFFICIENT' };
  const ofAll = latest(tickets);
  if (policy === 'deduct_hours' && !effect.reset && effect.expiresAt !== null && ofAll > effect.expiresAt)
    return { refusal: 'TICKET_VALID', until: ofAll };
  return { effect };
}
