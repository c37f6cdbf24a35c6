import { IsOptional, IsString, ValidateBy, ValidateIf } from 'class-validator';
import { isIP } from 'node:net';
import { Setting } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

export class HttpConfig {
  /** Address to listen on. The default is reached from this machine only. */
  @Setting('HOST')
  @IsString()
  host = '127.0.0.1';

  /** TCP port, 1–65535; 0 takes a free one. */
  @Setting('PORT', Number)
  @WholeNumber(0, 65_535, { message: 'must be a port number from 0 to 65535' })
  port = 3000;

  /**
   * Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed: addresses or CIDR ranges with commas between,
   * or `loopback`, `linklocal`, `uniquelocal`. Unset: none, the client's address is the socket's.
   */
  @Setting('TRUST_PROXY', (text) => text.split(',').map((part) => part.trim()))
  @ValidateIf((config: HttpConfig) => config.trustProxy.length > 0)
  @ValidateBy(
    { name: 'proxies', validator: { validate: isProxy } },
    {
      each: true,
      message: 'must be addresses or CIDR ranges with commas between (or loopback, linklocal, uniquelocal)',
    },
  )
  trustProxy: string[] = [];

  /**
   * Connections at a time, of each process (10–1,000,000). Beyond it a new one closes the longest idle one of the address
   * that has the most; those of `TRUST_PROXY` are spared.
   */
  @Setting('MAX_CONNECTIONS', Number)
  @WholeNumber(10, 1_000_000)
  maxConnections = 10_000;

  /** Largest request body of the client API, in bytes (1 KiB to 1 MiB): holds the longest value, 64 KiB, however it is written. */
  @Setting('BODY_LIMIT_BYTES', Number)
  @WholeNumber(1024, 1024 * 1024, { message: 'must be a whole number of bytes from 1024 to 1048576' })
  bodyLimitBytes = 256 * 1024;

  /**
   * Seconds for which a server that is asked to stop still takes requests, 0–300, so that proxies notice by
   * `/health/ready`. Unset: 1, and none when nobody is connected.
   */
  @Setting('DRAIN_SECONDS', Number)
  @IsOptional()
  @WholeNumber(0, 300)
  drainSeconds?: number;
}

/** What Express takes as a trusted proxy: it fails at start, without naming the setting, for anything else. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', prefix = '1'] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return Number(prefix) >= 1 && Number(prefix) <= bits;
}
