import { LOWERCASE_ALPHANUMERIC, randomText } from '@app/platform';
import type { Application, UnbindPolicy } from './application.entity.js';
import type { CardType } from './card-type.entity.js';

const APP_KEY_LENGTH = 20;
const APP_SECRET_LENGTH = 32;

/** Defaults of a new application. */
export const APPLICATION_DEFAULTS = {
  enabled: true,
  signMode: 'md5',
  responseSignature: false,
  clockLeewaySec: 0,
  language: 'en',
  timeZone: 'Asia/Shanghai',
  heartbeatTimeoutSec: 1800,
  hg: null,
  multiOpenPolicy: 'refuse',
  unbindPolicy: 'unbind_only',
  unbindHours: 0,
  defaultUnbindLimit: null,
  config: '',
  notice: '',
  revision: 0,
} as const satisfies Partial<Application>;

export function newAppKey(): string {
  return randomText(APP_KEY_LENGTH, LOWERCASE_ALPHANUMERIC);
}

/** Generates an application secret: 190 bits from the cryptographic random source. */
export function newAppSecret(): string {
  return randomText(APP_SECRET_LENGTH);
}

interface UnbindPolicyTraits {
  /** Moves the expiry by the application's `unbindHours`, so these must be at least 1. */
  readonly usesHours: boolean;
  /** Gives time back with each unbind: without an unbind limit a card's time would never end. */
  readonly refundsTime: boolean;
  /** Also unbinds holders that have expired. */
  readonly allowsExpired: boolean;
}

const TRAITS: Record<UnbindPolicy, UnbindPolicyTraits> = {
  unbind_only: { usesHours: false, refundsTime: false, allowsExpired: true },
  reset_to_unused: { usesHours: false, refundsTime: true, allowsExpired: false },
  deduct_hours: { usesHours: true, refundsTime: false, allowsExpired: false },
  add_hours: { usesHours: true, refundsTime: true, allowsExpired: false },
  disabled: { usesHours: false, refundsTime: false, allowsExpired: false },
};

type Together = Pick<Application, 'hg' | 'heartbeatTimeoutSec' | 'unbindPolicy' | 'unbindHours'>;

/** Returns the faults of settings that are valid individually but not together: reasons by setting name. */
export function applicationFaults({
  hg,
  heartbeatTimeoutSec,
  unbindPolicy,
  unbindHours,
}: Together): Partial<Record<keyof Together, string>> {
  return {
    ...(hg !== null &&
      hg >= heartbeatTimeoutSec && {
        hg: `must be less than the heartbeat timeout (${heartbeatTimeoutSec})`,
      }),
    ...(TRAITS[unbindPolicy].usesHours &&
      unbindHours < 1 && { unbindHours: `must be at least 1 for the policy ${unbindPolicy}` }),
  };
}

export function refundsTime(policy: UnbindPolicy): boolean {
  return TRAITS[policy].refundsTime;
}

export function unbindsExpired(policy: UnbindPolicy): boolean {
  return TRAITS[policy].allowsExpired;
}

/** Explains why an unlimited (null) unbind limit is wrong under a policy; undefined when it is not. */
export function unbindLimitFault(policy: UnbindPolicy, unbindLimit: number | null): string | undefined {
  if (unbindLimit !== null || !refundsTime(policy)) return undefined;
  return `is required by the unbind policy ${policy}, which gives time back`;
}

const MAX_NAMED = 10;

/** Explains which card types rule out a policy because they lack an unbind limit; undefined when none do. */
export function unlimitedTypesFault(
  policy: UnbindPolicy,
  types: readonly Pick<CardType, 'name' | 'unbindLimit'>[],
): string | undefined {
  const names = types
    .filter(({ unbindLimit }) => unbindLimitFault(policy, unbindLimit) !== undefined)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${policy} gives time back and requires an unbind limit on these card types: ${names.slice(0, MAX_NAMED).join(', ')}${more}`;
}
