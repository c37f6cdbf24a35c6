import { IsOptional, ValidateIf } from 'class-validator';
import { parseRange } from '../http/address-range.js';
import { requireHost } from './listen-host.js';
import { Setting, wholeNumber } from './setting.js';
import { Usable } from './usable.js';
import { WholeNumber } from '../validation/whole-number.js';

export class HttpConfig {
  /** IP address or host name to listen on. The default accepts connections from this machine only. */
  @Setting('HOST')
  @Usable(requireHost)
  host = '127.0.0.1';

  /** TCP port, 1–65535; 0 takes a free one. */
  @Setting('PORT', wholeNumber)
  @WholeNumber(0, 65_535, { message: 'must be a port number from 0 to 65535' })
  port = 3000;

  /**
   * Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted: comma-separated addresses or CIDR ranges, or
   * `loopback`, `linklocal`, `uniquelocal`. Unset: none, the client's address is the socket's.
   */
  @Setting('TRUST_PROXY', (text) => text.split(',').map((part) => part.trim()))
  @ValidateIf((config: HttpConfig) => config.trustProxy.length > 0)
  @Usable(requireProxies)
  trustProxy: string[] = [];

  /**
   * Concurrent connections per process (10–1,000,000). Beyond that, each new connection closes the longest-idle one of
   * the address that has the most; connections from `TRUST_PROXY` are exempt.
   */
  @Setting('MAX_CONNECTIONS', wholeNumber)
  @WholeNumber(10, 1_000_000)
  maxConnections = 10_000;

  /** Maximum request body of the client API in bytes (1 KiB to 1 MiB). The default fits the longest value, 64 KiB, in any encoding. */
  @Setting('BODY_LIMIT_BYTES', wholeNumber)
  @WholeNumber(1024, 1024 * 1024, { message: 'must be a whole number of bytes from 1024 to 1048576' })
  bodyLimitBytes = 256 * 1024;

  /**
   * Seconds for which a server serves requests after SIGTERM, 0–300, so that proxies notice through `/health/ready`.
   * Unset: 1, or 0 without open connections.
   */
  @Setting('DRAIN_SECONDS', wholeNumber)
  @IsOptional()
  @WholeNumber(0, 300)
  drainSeconds?: number;
}

/**
 * Checks what Express takes as trusted proxies: it fails at start, without naming the setting, for anything else.
 * @throws Error whose words go behind the name of the setting
 */
function requireProxies(list: string): void {
  for (const text of list.split(',')) {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) continue;
    const range = parseRange(text);
    // Express knows no range of IPv4 addresses that is written in IPv6.
    const isMapped = range?.family === 'ipv4' && text.includes(':') && text.includes('/');
    if (!range || isMapped)
      throw new Error(
        'must be comma-separated addresses or CIDR ranges (or loopback, linklocal, uniquelocal)',
      );
    if (range.prefix === 0)
      throw new Error(
        `must not be ${text}, which lets every client claim any address. List only your proxies`,
      );
  }
}
