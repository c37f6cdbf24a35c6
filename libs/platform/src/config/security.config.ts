import { IsEmail, IsOptional, Matches, MinLength } from 'class-validator';
import { WholeNumber } from '../validation/whole-number.js';
import { Setting } from './setting.js';

export class SecurityConfig {
  /** 32 bytes in base64 that application secrets are encrypted with. Unset: the key file `DATA_DIR/secret.key`. */
  @Setting('ENCRYPTION_KEY')
  @IsOptional()
  @Matches(/^[A-Za-z0-9+/]{43}=?$/, {
    message: 'must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
  })
  encryptionKey?: string;

  /** Minutes without a request after which an administrator has to sign in again, 5–43200. */
  @Setting('ADMIN_IDLE_MINUTES', Number)
  @WholeNumber(5, 43_200)
  adminIdleMinutes = 720;

  /** Address of the first administrator, who is made when there is none. */
  @Setting('ADMIN_EMAIL')
  @IsEmail({ require_tld: false }, { message: 'must be an e-mail address' })
  adminEmail = 'admin@localhost';

  /** Password of the first administrator, at least 10 characters. Unset: one is made and printed once. */
  @Setting('ADMIN_PASSWORD')
  @IsOptional()
  @MinLength(10, { message: 'must have at least 10 characters' })
  adminPassword?: string;
}
