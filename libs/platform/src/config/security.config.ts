import { IsOptional, Matches } from 'class-validator';
import { Setting } from './setting.js';

export class SecurityConfig {
  /** 32 bytes in base64 that application secrets are encrypted with. Unset: the key file `DATA_DIR/secret.key`. */
  @Setting('ENCRYPTION_KEY')
  @IsOptional()
  @Matches(/^[A-Za-z0-9+/]{43}=?$/, {
    message: 'must be 32 bytes in base64 (make one with: openssl rand -base64 32)',
  })
  encryptionKey?: string;
}
