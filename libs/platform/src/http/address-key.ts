import { isIPv6, SocketAddress } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** What limits count an address as: whoever has one IPv6 address has its whole /64; an IPv4 address in IPv6's form is one host's. */
export function addressKey(from: string): string {
  if (!isIPv6(from)) return from;
  const { address } = new SocketAddress({ address: from, family: 'ipv6' });
  const ipv4 = MAPPED.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [head = [], tail] = address.split('::', 2).map((part) => (part === '' ? [] : part.split(':')));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}

/** So many times what an address may, a whole IPv6 site may: fewer networks than that cannot close the others of it. */
export const SITE_ALLOWANCE = 16;

/** The /48 that an IPv6 address belongs to: what one customer of a network is given at most. @param key as `addressKey` gives it */
export function siteOf(key: string): string | undefined {
  const groups = key.split(':');
  return groups.length === 4 ? groups.slice(0, 3).join(':') : undefined;
}
