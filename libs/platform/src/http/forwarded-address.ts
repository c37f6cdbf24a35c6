import { isIP, isIPv6 } from 'node:net';

/** Matches an entry with a port (as written by Azure's gateways and IIS), brackets or quotes (as in `Forwarded`). */
const WITH_PORT = /^("?)(?:([\d.]+):\d{0,5}|\[([\da-fA-F:.]+)(?:%[^\]]*)?\](?::\d{0,5})?)\1$/;

/**
 * Returns the address in an entry of `X-Forwarded-For`, without port, brackets and zone; undefined when there is none.
 */
export function forwardedAddress(entry: string): string | undefined {
  const text = entry.trim();
  const [plain] = text.split('%', 1) as [string];
  if (isIP(plain) !== 0) return plain;
  const [, , ipv4, ipv6 = ''] = WITH_PORT.exec(text) ?? [];
  if (ipv4 !== undefined) return isIP(ipv4) === 4 ? ipv4 : undefined;
  return isIPv6(ipv6) ? ipv6 : undefined;
}
