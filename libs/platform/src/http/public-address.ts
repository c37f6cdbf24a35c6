import { BlockList } from 'node:net';
import { type AddressRange, parseAddress, parseRange } from './address-range.js';

/**
 * IPv4 addresses that are not public: addresses in the IANA registry of special-purpose addresses, multicast addresses,
 * and a metadata service that has a public address.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; also a metadata service
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // metadata service of Azure
  '169.254.0.0/16', // link-local, metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/3', // multicast, reserved, broadcast
];

/**
 * All public IPv6 addresses are in this range. The addresses outside it are unassigned or special-purpose: loopback,
 * unspecified, IPv4-compatible, NAT64, unique-local, link-local, multicast.
 */
const GLOBAL_IPV6 = ['2000::/3'];

const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which contains any IPv4 address
  '3fff::/20', // documentation
];

const SPECIAL = blockList([...SPECIAL_IPV4, ...SPECIAL_IPV6].map((text) => parseRange(text)!));
const GLOBAL = blockList(GLOBAL_IPV6.map((text) => parseRange(text)!));

/** Returns a list that can tell whether an address is in one of the ranges. */
export function blockList(ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of ranges) list.addSubnet(address, prefix, family);
  return list;
}

/**
 * True if an address belongs to the public internet. An IPv4-mapped IPv6 address counts as its IPv4 address.
 * @param text an address; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  const parsed = parseAddress(text);
  if (!parsed) return false;
  const { address, family } = parsed;
  return !SPECIAL.check(address, family) && (family === 'ipv4' || GLOBAL.check(address, family));
}
