import {
  LOWERCASE_ALPHANUMERIC,
  newSigningKey,
  publicKeyOf,
  randomText,
  type SecretBox,
} from '@app/platform';
import type { Application, CompatService, UnbindPolicy } from './application.entity.js';
import type { CardType } from './card-type.entity.js';

const APP_KEY_LENGTH = 20;
const APP_SECRET_LENGTH = 32;

/** Defaults of a new application. */
export const APPLICATION_DEFAULTS = {
  enabled: true,
  signMode: 'md5',
  responseSignature: 'off',
  clockLeewaySec: 0,
  language: 'en',
  timeZone: 'Asia/Shanghai',
  heartbeatTimeoutSec: 1800,
  hg: null,
  multiOpenPolicy: 'refuse',
  unbindPolicy: 'unbind_only',
  unbindHours: 0,
  defaultUnbindLimit: null,
  trial: 'off',
  trialMinutes: 60,
  trialIntervalHours: 24,
  trialsPerAddress: 20,
  compat: 'none',
  compatHosts: [] as string[],
  config: '',
  notice: '',
  cardTemplate: null,
  revision: 0,
} as const satisfies Partial<Application>;

export function newAppKey(): string {
  return randomText(APP_KEY_LENGTH, LOWERCASE_ALPHANUMERIC);
}

/** Generates an application secret: 190 bits from the cryptographic random source. */
export function newAppSecret(): string {
  return randomText(APP_SECRET_LENGTH);
}

/** Returns the columns of an application with this signing key, or with a new one. */
export function signingKeyColumns(
  secrets: SecretBox,
  signingKey = newSigningKey(),
): Pick<Application, 'signingKeySealed' | 'publicKey'> {
  return { signingKeySealed: secrets.seal(signingKey), publicKey: publicKeyOf(signingKey) };
}

/** Reads the switch that this setting was before: on means `digest`. Other values stay as they are. */
export function toResponseSignature({ value }: { value: unknown }): unknown {
  if (typeof value !== 'boolean') return value;
  return value ? 'digest' : 'off';
}

/** True when cards and users have any text as their configuration, rather than JSON: clients of other services do. */
export function takesAnyConfig(compat: CompatService | undefined): boolean {
  return compat === 'paojiaoyun';
}

interface UnbindPolicyTraits {
  /** True if the policy moves the expiry by the application's `unbindHours`, which must then be at least 1. */
  readonly usesHours: boolean;
  /** True if the policy adds time with each unbind. Without an unbind limit, a card would never expire. */
  readonly refundsTime: boolean;
  /** True if the policy also unbinds expired holders. */
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

/** Returns the faults of settings that are valid individually but not together, as reasons by setting name. */
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

/** Explains why a policy does not allow an unlimited (`null`) unbind limit. Returns `undefined` if it does. */
export function unbindLimitFault(policy: UnbindPolicy, unbindLimit: number | null): string | undefined {
  if (unbindLimit !== null || !refundsTime(policy)) return undefined;
  return `is required by the unbind policy ${policy}, which gives time back`;
}

const MAX_NAMED = 10;

/**
 * Explains which card types prevent a policy because they have no unbind limit. Returns `undefined` if there are none.
 */
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
