import { BlockList } from 'node:net';
import {
  type Address,
  ADDRESS_BITS,
  type AddressFamily,
  type AddressRange,
  parseAddress,
  parseRange,
} from '@app/platform';

/** Blocked addresses: single ones found at once, ranges through Node's block lists. */
export class AddressBlocks {
  private readonly single = new Map<string, number>();
  // Apart, because a block list finds an IPv4 address in `::/0` too.
  private readonly ranges: Record<AddressFamily, RangeBlocks> = {
    ipv4: new RangeBlocks(),
    ipv6: new RangeBlocks(),
  };
  private isEmpty = true;

  /**
   * @param pattern an address or a range; anything else blocks nobody
   * @param until epoch milliseconds at which the block ends, exclusive
   */
  add(pattern: string, until: number): void {
    const range = parseRange(pattern);
    if (!range) return;
    this.isEmpty = false;
    const { family, address, prefix } = range;
    if (prefix < ADDRESS_BITS[family]) this.ranges[family].add(range, until);
    else this.single.set(address, Math.max(this.single.get(address) ?? until, until));
  }

  /** Epoch milliseconds at which the last block of an address ends; `now` when there is none that counts then. */
  blockedUntil(text: string, now: number): number {
    const address = this.isEmpty ? undefined : parseAddress(text);
    if (!address) return now;
    const single = this.single.get(address.address) ?? now;
    return Math.max(single, this.ranges[address.family].blockedUntil(address, now));
  }
}

/** Blocked ranges of one family. A block list does not tell which of its ranges it found: there is one for each end. */
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
