import { LOWERCASE_ALPHANUMERIC, randomText } from '@app/platform';
import type { Application } from './application.entity.js';

const APP_KEY_LENGTH = 20;
const APP_SECRET_LENGTH = 32;

/** What a new application has where nothing else is said. */
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

/** 190 bits from the cryptographic source. */
export function newAppSecret(): string {
  return randomText(APP_SECRET_LENGTH);
}

type Together = Pick<Application, 'hg' | 'heartbeatTimeoutSec' | 'unbindPolicy' | 'unbindHours'>;

/** What is wrong with settings that are right each by itself: the reasons by the settings' names. */
export function applicationFaults({
  hg,
  heartbeatTimeoutSec,
  unbindPolicy,
  unbindHours,
}: Together): Partial<Record<keyof Together, string>> {
  const movesExpiry = unbindPolicy === 'deduct_hours' || unbindPolicy === 'add_hours';
  return {
    ...(hg !== null &&
      hg >= heartbeatTimeoutSec && {
        hg: `must be less than the heartbeat timeout (${heartbeatTimeoutSec})`,
      }),
    ...(movesExpiry &&
      unbindHours < 1 && { unbindHours: `must be at least 1 for the policy ${unbindPolicy}` }),
  };
}
