import { isIPv6, SocketAddress } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/**
 * Returns the key under which limits count an address. An IPv6 address counts as its /64 network, since one customer
 * owns the whole network. An IPv4-mapped IPv6 address counts as its IPv4 address.
 */
export function addressKey(from: string): string {
  if (!isIPv6(from)) return from;
  const { address } = new SocketAddress({ address: from, family: 'ipv6' });
  const ipv4 = MAPPED.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [head = [], tail] = address.split('::', 2).map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}

/**
 * Limit of a whole IPv6 /48 network, as a multiple of an address's limit. To exhaust the limit of a /48 network and
 * lock out its other addresses, an attacker needs this many of its /64 networks.
 */
export const SITE_ALLOWANCE = 16;

/**
 * Returns the /48 network of an IPv6 address, the largest network that a provider usually assigns to one customer.
 * @param key as returned by `addressKey`
 */
export function siteOf(key: string): string | undefined {
  const groups = key.split(':');
  return groups.length === 4 ? groups.slice(0, 3).join(':') : undefined;
}
