import { ConfigurationError } from '../startup-error.js';
import { isOwnMachine } from './listen-host.js';
import type { AppConfig } from './load-config.js';
import type { SecurityConfig, WeakSetting } from './security.config.js';

/**
 * In production, refuses weak settings that `ACCEPT_WEAK` does not list.
 * @returns a description of each weak setting that was accepted
 * @throws ConfigurationError
 */
export function refuseWeakSettings(config: AppConfig): string[] {
  const weak = weaknesses(config);
  const refused = weak.filter(([setting]) => !mayBeWeak(config.security, setting));
  if (refused.length > 0) {
    throw new ConfigurationError(
      [
        'NODE_ENV is production, and these settings are weak (list those that you accept in ACCEPT_WEAK):',
        ...refused.map(([, fault]) => `  - ${fault}`),
      ].join('\n'),
    );
  }
  return config.security.isProduction ? weak.map(([, fault]) => fault) : [];
}

/** True if a setting is allowed to be weak: outside production, or if `ACCEPT_WEAK` lists it. */
export function mayBeWeak({ isProduction, acceptWeak }: SecurityConfig, setting: WeakSetting): boolean {
  return !isProduction || acceptWeak.includes(setting);
}

/** Returns the weak settings, each with advice for a better value. The texts contain no secrets. */
function weaknesses({ http, database, security }: AppConfig): [setting: WeakSetting, fault: string][] {
  const faults: [WeakSetting, string][] = [];
  if (!isOwnMachine(http.host) && http.trustProxy.length === 0) {
    faults.push([
      'HOST',
      `HOST ${http.host} is reachable from other machines over plain HTTP, which exposes passwords: ` +
        'put a TLS proxy in front of the server and set TRUST_PROXY to its address, or set HOST to 127.0.0.1',
    ]);
  }
  const password = database.url === undefined ? undefined : passwordOf(database.url);
  if (password === '' || (password !== undefined && isWellKnownPassword(password))) {
    const what = password === '' ? 'has no password' : 'has a well-known password';
    faults.push([
      'DATABASE_URL',
      `DATABASE_URL ${what}: set a random password for the database account (openssl rand -hex 24)`,
    ]);
  }
  if (security.encryptionKey !== undefined && isGuessableKey(Buffer.from(security.encryptionKey, 'base64'))) {
    faults.push([
      'ENCRYPTION_KEY',
      'ENCRYPTION_KEY is an example or a pattern: generate one with openssl rand -base64 32, or leave it unset to use a key file',
    ]);
  }
  const { adminEmail, adminPassword } = security;
  const isEmail = adminPassword?.toLowerCase() === adminEmail.toLowerCase();
  if (adminPassword !== undefined && (isEmail || isWellKnownPassword(adminPassword))) {
    const fault = isEmail ? 'equals ADMIN_EMAIL' : 'is well known';
    faults.push(['ADMIN_PASSWORD', `ADMIN_PASSWORD ${fault}: set a random one (openssl rand -base64 18)`]);
  }
  return faults;
}

/** Returns the password in a URL. A password equal to the account name counts as missing. */
function passwordOf(url: string): string | undefined {
  try {
    const { username, password } = new URL(url);
    return password === username ? '' : decodeURIComponent(password);
  } catch {
    // Not a valid URL: this is reported when the server connects to the database.
    return undefined;
  }
}

/**
 * A key with at most this many distinct bytes is weak. 32 random bytes have about 30 distinct values, and practically
 * never only 12.
 */
const FEW_BYTES = 12;
const EXAMPLE = /change.?me|example|secret|password|latchkey|your.?key/i;

function isGuessableKey(key: Buffer): boolean {
  const steps = new Set(key.subarray(1).map((byte, i) => byte - key[i]!));
  return new Set(key).size <= FEW_BYTES || steps.size === 1 || EXAMPLE.test(key.toString('latin1'));
}

const WORDS = new Set(
  `admin administrator adminpassword changeit changeme changethis database db default demo example hello latchkey
   letmein licence license mariadb mypassword mysql pass passw0rd passwd password qwerty qwertyuiop root rootpassword
   secret server test testpassword user welcome yourpassword`.split(/\s+/),
);
const SHORT_NUMBER = 16;
const FEW_CHARACTERS = 4;

/** True if a password is a common password, possibly with punctuation inserted or digits appended. */
function isWellKnownPassword(password: string): boolean {
  const plain = password.toLowerCase().replace(/[^\p{L}\d]/gu, '');
  const word = plain.replace(/\d+$/, '');
  const isNumber = word === '' && plain.length < SHORT_NUMBER;
  return isNumber || WORDS.has(word) || WORDS.has(plain) || new Set(password).size < FEW_CHARACTERS;
}
