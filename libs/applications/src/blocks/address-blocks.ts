import { BlockList } from 'node:net';
import {
  type Address,
  ADDRESS_BITS,
  type AddressFamily,
  type AddressRange,
  parseAddress,
  parseRange,
} from '@app/platform';

/** Blocked addresses: single ones in a map, ranges in Node's block lists. */
export class AddressBlocks {
  private readonly single = new Map<string, number>();
  // A list for each address family, because a common list would also match IPv4 addresses against `::/0`.
  private readonly ranges: Record<AddressFamily, RangeBlocks> = {
    ipv4: new RangeBlocks(),
    ipv6: new RangeBlocks(),
  };
  private isEmpty = true;

  /**
   * Adds a block.
   * @param pattern an address or a range; other texts match nothing
   * @param until end of the block in epoch milliseconds, exclusive
   */
  add(pattern: string, until: number): void {
    const range = parseRange(pattern);
    if (!range) return;
    this.isEmpty = false;
    const { family, address, prefix } = range;
    if (prefix < ADDRESS_BITS[family]) this.ranges[family].add(range, until);
    else this.single.set(address, Math.max(this.single.get(address) ?? until, until));
  }

  /** Returns when the last block of an address ends, in epoch milliseconds; `now` if the address is not blocked. */
  blockedUntil(text: string, now: number): number {
    const address = this.isEmpty ? undefined : parseAddress(text);
    if (!address) return now;
    const single = this.single.get(address.address) ?? now;
    return Math.max(single, this.ranges[address.family].blockedUntil(address, now));
  }
}

/**
 * Blocked ranges of one address family. There is a separate list for each end time, since a list does not report which
 * range matched.
 */
class RangeBlocks {
  private readonly all = new BlockList();
  private readonly byEnd = new Map<number, BlockList>();

  add({ family, address, prefix }: AddressRange, until: number): void {
    const list = this.byEnd.get(until) ?? new BlockList();
    this.byEnd.set(until, list);
    for (const each of [this.all, list]) each.addSubnet(address, prefix, family);
  }

  blockedUntil({ family, address }: Address, now: number): number {
    let last = now;
    if (!this.all.check(address, family)) return last;
    for (const [until, list] of this.byEnd) if (until > last && list.check(address, family)) last = until;
    return last;
  }
}
