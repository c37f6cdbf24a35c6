import { IsInt, IsString, Matches, Max, Min, ValidateIf } from 'class-validator';
import { Setting } from './setting.js';

export class HttpConfig {
  /** Address to listen on. The default is reached from this machine only. */
  @Setting('HOST')
  @IsString()
  host = '127.0.0.1';

  /** TCP port, 1–65535; 0 takes a free one. */
  @Setting('PORT', Number)
  @IsInt({ message: 'must be a port number from 0 to 65535' })
  @Min(0, { message: 'must be a port number from 0 to 65535' })
  @Max(65_535, { message: 'must be a port number from 0 to 65535' })
  port = 3000;

  /**
   * Proxies whose `X-Forwarded-For` is believed: addresses or CIDR ranges with commas between, or `loopback`,
   * `linklocal`, `uniquelocal`. Unset: none, the client's address is the socket's.
   */
  @Setting('TRUST_PROXY', (text) => text.split(',').map((part) => part.trim()))
  @ValidateIf((config: HttpConfig) => config.trustProxy.length > 0)
  @Matches(/^(loopback|linklocal|uniquelocal|[0-9a-fA-F.:]+(\/\d{1,3})?)$/, {
    each: true,
    message: 'must be addresses or CIDR ranges with commas between (or loopback, linklocal, uniquelocal)',
  })
  trustProxy: string[] = [];

  /** Largest request body of the client API, in bytes (1 KiB to 16 MiB). */
  @Setting('BODY_LIMIT_BYTES', Number)
  @IsInt({ message: 'must be a whole number of bytes' })
  @Min(1024, { message: 'must be at least 1024' })
  @Max(16 * 1024 * 1024, { message: 'must be at most 16777216' })
  bodyLimitBytes = 256 * 1024;
}
