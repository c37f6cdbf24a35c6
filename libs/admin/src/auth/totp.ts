import { Secret, TOTP } from 'otpauth';
import { randomText } from '@app/platform';

const PERIOD_SEC = 30;
/** Number of 30-second steps by which a phone's clock may be fast or slow. */
const WINDOW = 1;
const KEY_BYTES = 20;
const RECOVERY_CODES = 10;
/** Characters of recovery codes, without characters that look alike. There are 32, so 16 characters have 80 bits. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RECOVERY_LENGTH = 16;

/** Returns a new key for one-time passwords, in base32. */
export function newTotpKey(): string {
  return new Secret({ size: KEY_BYTES }).base32;
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function totpUri(key: string, email: string): string {
  return totpOf(key, email).toString();
}

/**
 * Returns the 30-second step for which a one-time password is valid: the current, the previous or the next step.
 * Returns `undefined` if the password is valid for none of them.
 * @param now epoch milliseconds
 */
export function totpStep(key: string, code: string, now: number): number | undefined {
  const delta = totpOf(key).validate({ token: code.replaceAll(' ', ''), timestamp: now, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_SEC, timestamp: now }) + delta;
}

/** Returns new recovery codes, such as `ABCD-EFGH-JKLM-NPQR`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    randomText(RECOVERY_LENGTH, RECOVERY_ALPHABET).replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
}

/** Normalizes a recovery code that a person has typed. */
export function plainRecoveryCode(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

function totpOf(key: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Latchkey', label, secret: Secret.fromBase32(key), period: PERIOD_SEC });
}
