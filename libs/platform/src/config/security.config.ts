import { IsEmail, IsIn, IsOptional, Matches, MinLength, ValidateBy } from 'class-validator';
import { isAddressOrRange } from '../http/address-range.js';
import { WholeNumber } from '../validation/whole-number.js';
import { SecretSetting, Setting, wholeNumber } from './setting.js';

/** Settings that `weak-settings.ts` checks. */
const WEAK_SETTINGS = ['HOST', 'DATA_DIR', 'DATABASE_URL', 'ENCRYPTION_KEY', 'ADMIN_PASSWORD'] as const;
export type WeakSetting = (typeof WEAK_SETTINGS)[number];

export class SecurityConfig {
  /**
   * `production`, `development` or `test`. In `production` the server does not start with [weak
   * settings](#weak-settings). The Docker image and the systemd unit set `production`. If unset, the server runs as in
   * `development`.
   */
  @Setting('NODE_ENV', isProductionMode)
  isProduction = false;

  /**
   * Comma-separated weak settings to accept with `NODE_ENV=production`: `HOST`, `DATA_DIR`, `DATABASE_URL`,
   * `ENCRYPTION_KEY`, `ADMIN_PASSWORD`.
   */
  @Setting('ACCEPT_WEAK', (text) => text.split(',').map((part) => part.trim()))
  @IsIn(WEAK_SETTINGS, {
    each: true,
    message: `must be a comma-separated list of settings from ${WEAK_SETTINGS.join(', ')}`,
  })
  acceptWeak: WeakSetting[] = [];

  /**
   * Key that encrypts the secrets in the database: 32 bytes in base64 (`openssl rand -base64 32`). The default is the
   * key file `DATA_DIR/secret.key`, created at the first start. Back up the key: without it, the secrets are lost.
   */
  @SecretSetting('ENCRYPTION_KEY')
  @IsOptional()
  @Matches(/^[A-Za-z0-9+/]{43}=?$/, {
    message: 'must be 32 bytes in base64 (generate one with: openssl rand -base64 32)',
  })
  encryptionKey?: string;

  /**
   * Comma-separated addresses and CIDR ranges that may use the panel and the admin API; other addresses get 403. Behind
   * a proxy this setting requires `TRUST_PROXY`. By default all addresses are allowed.
   */
  @Setting('ADMIN_ALLOW', (text) => text.split(',').map((part) => part.trim()))
  @ValidateBy(
    { name: 'ranges', validator: { validate: isAddressOrRange } },
    { each: true, message: 'must be comma-separated addresses or CIDR ranges' },
  )
  adminAllow: string[] = [];

  /** Minutes without a request after which an administrator has to sign in again, 5–43200. */
  @Setting('ADMIN_IDLE_MINUTES', wholeNumber)
  @WholeNumber(5, 43_200)
  adminIdleMinutes = 720;

  /**
   * Email address of the first administrator. The server creates this administrator at start if there is no
   * administrator.
   */
  @Setting('ADMIN_EMAIL')
  @IsEmail({ require_tld: false }, { message: 'must be an email address' })
  adminEmail = 'admin@localhost';

  /**
   * Password of the first administrator, at least 10 characters. In production the first start requires this setting.
   * Outside production, if this setting is unset, the server generates a password and prints it once.
   */
  @SecretSetting('ADMIN_PASSWORD')
  @IsOptional()
  @MinLength(10, { message: 'must have at least 10 characters' })
  adminPassword?: string;
}

const MODES = ['production', 'development', 'test'];

/** Refuses `Production` and `prod`, which would otherwise turn off the production checks. */
function isProductionMode(text: string): boolean {
  if (!MODES.includes(text)) throw new Error(`must be one of ${MODES.join(', ')}, written exactly so`);
  return text === 'production';
}
