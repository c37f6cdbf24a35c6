import { isFQDN } from 'class-validator';
import { isIP, isIPv6 } from 'node:net';

/** @throws Error unless `text` has the shape of an IP address or a host name; its words go behind the name of the setting */
export function requireHost(text: string): void {
  if (isIP(text) === 0 && !isFQDN(text, { require_tld: false, allow_underscores: true }))
    throw new Error('must be an IP address or a host name, without scheme, port or brackets');
}

/** True when a port on one host conflicts with the same port on the other. On `::` Node listens on IPv4 too. */
export function isSameHost(one: string, other: string): boolean {
  const pair = [one, other];
  return one === other || pair.includes('::') || (pair.includes('0.0.0.0') && !pair.some(isIPv6));
}
