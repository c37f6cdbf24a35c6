import { BlockList } from 'node:net';
import { type AddressFamily, parseAddress, parseRange } from './address-range.js';

/**
 * Returns a function that is true for an address in one of the ranges.
 * @param ranges addresses and CIDR ranges
 */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  // Separate lists, because a `BlockList` with the IPv6 range `::/0` also matches IPv4 addresses.
  const lists: Record<AddressFamily, BlockList> = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const each of ranges) {
    const range = parseRange(each);
    if (range) lists[range.family].addSubnet(range.address, range.prefix, range.family);
  }
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && lists[address.family].check(address.address, address.family);
  };
}
