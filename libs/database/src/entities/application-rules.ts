import {
  LOWERCASE_ALPHANUMERIC,
  newSigningKey,
  publicKeyOf,
  randomText,
  type SecretBox,
} from '@app/platform';
import { type Application, type CompatService, type Language, LANGUAGES } from './application.entity.js';
import { unbindHoursFault } from './unbind-policy.js';

const APP_KEY_LENGTH = 20;
const APP_SECRET_LENGTH = 32;
const PORTAL_SLUG_LENGTH = 22;

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
  unbindCooldownHours: 0,
  defaultUnbindLimit: null,
  trial: 'off',
  trialMinutes: 60,
  trialIntervalHours: 24,
  trialsPerAddress: 20,
  compat: 'none',
  compatHosts: [] as string[],
  portalEnabled: false,
  portalSlug: null,
  portalTitle: '',
  portalLogoUrl: '',
  portalContact: '',
  portalLanguages: [...LANGUAGES] as Language[],
  portalShortKeysConfirmed: false,
  config: '',
  notice: '',
  cardTemplate: null,
  revision: 0,
} as const satisfies Partial<Application>;

export function newAppKey(): string {
  return randomText(APP_KEY_LENGTH, LOWERCASE_ALPHANUMERIC);
}

/** Generates an application secret with 190 bits from the cryptographic random source. */
export function newAppSecret(): string {
  return randomText(APP_SECRET_LENGTH);
}

/** Generates the last part of a customer page's address, with 113 bits from the cryptographic random source. */
export function newPortalSlug(): string {
  return randomText(PORTAL_SLUG_LENGTH, LOWERCASE_ALPHANUMERIC);
}

/** Returns the columns that store an application's signing key. By default, generates a new key. */
export function signingKeyColumns(
  secrets: SecretBox,
  signingKey = newSigningKey(),
): Pick<Application, 'signingKeySealed' | 'publicKey'> {
  return { signingKeySealed: secrets.seal(signingKey), publicKey: publicKeyOf(signingKey) };
}

/**
 * Converts `true` to `digest` and `false` to `off`: in earlier versions of Latchkey, this setting was a boolean.
 * Returns all other values unchanged.
 */
export function toResponseSignature({ value }: { value: unknown }): unknown {
  if (typeof value !== 'boolean') return value;
  return value ? 'digest' : 'off';
}

/**
 * True if the configuration of cards and users may be any text instead of JSON, as clients of other services expect.
 */
export function takesAnyConfig(compat: CompatService | undefined): boolean {
  return compat === 'paojiaoyun';
}

type Together = Pick<Application, 'hg' | 'heartbeatTimeoutSec' | 'unbindPolicy' | 'unbindHours'>;

/** Finds settings that are valid individually but not together. Returns the reason for each, by the setting's name. */
export function applicationFaults({
  hg,
  heartbeatTimeoutSec,
  unbindPolicy,
  unbindHours,
}: Together): Partial<Record<keyof Together, string>> {
  const hoursFault = unbindHoursFault({ policy: unbindPolicy, hours: unbindHours });
  return {
    ...(hg !== null &&
      hg >= heartbeatTimeoutSec && {
        hg: `must be less than the heartbeat timeout (${heartbeatTimeoutSec})`,
      }),
    ...(hoursFault && { unbindHours: hoursFault }),
  };
}
