import { IsOptional, IsString, ValidateBy, ValidateIf } from 'class-validator';
import { isIP } from 'node:net';
import { Setting } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

export class HttpConfig {
  /** Address to listen on. The default accepts connections from this machine only. */
  @Setting('HOST')
  @IsString()
  host = '127.0.0.1';

  /** TCP port, 1–65535; 0 picks a free one. */
  @Setting('PORT', Number)
  @WholeNumber(0, 65_535, { message: 'must be a port number from 0 to 65535' })
  port = 3000;

  /**
   * Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted: comma-separated addresses or CIDR ranges, or
   * `loopback`, `linklocal`, `uniquelocal`. Unset: none, the client's address is the socket's.
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
   * Concurrent connections per process (10–1,000,000). Beyond that, each new connection closes the longest-idle one of
   * the address that has the most; connections from `TRUST_PROXY` are exempt.
   */
  @Setting('MAX_CONNECTIONS', Number)
  @WholeNumber(10, 1_000_000)
  maxConnections = 10_000;

  /**
   * Largest request body of the client API, in bytes (1 KiB to 1 MiB). The default fits the longest value, 64 KiB, in
   * any escaping.
   */
  @Setting('BODY_LIMIT_BYTES', Number)
  @WholeNumber(1024, 1024 * 1024, { message: 'must be a whole number of bytes from 1024 to 1048576' })
  bodyLimitBytes = 256 * 1024;

  /**
   * Seconds for which a server that is shutting down still serves requests, 0–300, so that proxies notice through
   * `/health/ready`. Unset: 1, or 0 when nobody is connected.
   */
  @Setting('DRAIN_SECONDS', Number)
  @IsOptional()
  @WholeNumber(0, 300)
  drainSeconds?: number;
}

/**
 * True when Express accepts the text as a trusted proxy; for any other text it fails at start without naming the
 * setting.
 */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', prefix = '1'] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return Number(prefix) >= 1 && Number(prefix) <= bits;
}
