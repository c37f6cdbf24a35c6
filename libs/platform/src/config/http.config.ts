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

  /** TCP port, 1–65535; 0 selects a free port. */
  @Setting('PORT', wholeNumber)
  @WholeNumber(0, 65_535, { message: 'must be a port number from 0 to 65535' })
  port = 3000;

  /**
   * Proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` are trusted: comma-separated addresses
   * or CIDR ranges, or `loopback`, `linklocal`, `uniquelocal`. By default no proxy is trusted, and a client's address
   * is the address of its connection.
   */
  @Setting('TRUST_PROXY', (text) => text.split(',').map((part) => part.trim()))
  @ValidateIf((config: HttpConfig) => config.trustProxy.length > 0)
  @Usable(requireProxies)
  trustProxy: string[] = [];

  /**
   * Maximum concurrent HTTP connections per process, 10–1000000. At the limit, the server closes one connection for
   * each new connection: the longest-idle connection of the address with the most connections. Connections from the
   * proxies in `TRUST_PROXY` are not closed.
   */
  @Setting('MAX_CONNECTIONS', wholeNumber)
  @WholeNumber(10, 1_000_000)
  maxConnections = 10_000;

  /**
   * Maximum request body of the client API in bytes (1 KiB to 1 MiB). The default is large enough for the longest value
   * of remote data, 64 KiB, even if every byte is percent-encoded.
   */
  @Setting('BODY_LIMIT_BYTES', wholeNumber)
  @WholeNumber(1024, 1024 * 1024, { message: 'must be a whole number of bytes from 1024 to 1048576' })
  bodyLimitBytes = 256 * 1024;

  /**
   * Seconds for which a server still serves requests after SIGTERM, 0–300, so that proxies can notice the stop through
   * `/health/ready`. The default is 1, or 0 if there are no open connections.
   */
  @Setting('DRAIN_SECONDS', wholeNumber)
  @IsOptional()
  @WholeNumber(0, 300)
  drainSeconds?: number;
}

/**
 * Checks that Express accepts the trusted proxies. Express itself would also fail at start, but with an error that does
 * not name the setting.
 * @throws Error with a message to append to the setting's name
 */
function requireProxies(list: string): void {
  for (const text of list.split(',')) {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) continue;
    const range = parseRange(text);
    // Express does not support a range of IPv4 addresses in IPv6 notation.
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
