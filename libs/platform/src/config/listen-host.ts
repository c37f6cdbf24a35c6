import { isFQDN } from 'class-validator';
import { isIP, isIPv6 } from 'node:net';

/**
 * Requires a text in the format of an IP address or a host name.
 * @throws Error with a message to append to the setting's name
 */
export function requireHost(text: string): void {
  if (isIP(text) === 0 && !isFQDN(text, { require_tld: false, allow_underscores: true }))
    throw new Error('must be an IP address or a host name, without scheme, port or brackets');
}

/** True if two servers cannot listen on the same port of these two hosts. On `::` Node listens on IPv4 too. */
export function isSameHost(one: string, other: string): boolean {
  const pair = [one, other];
  return one === other || pair.includes('::') || (pair.includes('0.0.0.0') && !pair.some(isIPv6));
}

/** True for names and addresses of the machine itself. */
export function isOwnMachine(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);
}
