interface Item<T> {
  item: T;
  bytes: number;
}

/** A bounded queue whose owners take turns, so that one who waits with many does not keep the others waiting. */
export class FairQueue<T> {
  /** The owner whose turn it is first. */
  private readonly items = new Map<number, Item<T>[]>();
  private length = 0;
  private bytes = 0;

  private readonly max: number;
  private readonly maxBytes: number;

  /** @param max items altogether, and `maxBytes` of them; one owner may have half of each */
  constructor(max: number, maxBytes: number) {
    this.max = max;
    this.maxBytes = maxBytes;
  }

  get size(): number {
    return this.length;
  }

  /** @returns false when there is no place for it */
  push(owner: number, item: T, bytes: number): boolean {
    const own = this.items.get(owner) ?? [];
    if (this.length >= this.max || own.length >= Math.ceil(this.max / 2)) return false;
    const ownBytes = own.reduce((sum, each) => sum + each.bytes, bytes);
    if (this.bytes + bytes > this.maxBytes || ownBytes > this.maxBytes / 2) return false;
    own.push({ item, bytes });
    this.items.set(owner, own);
    this.length += 1;
    this.bytes += bytes;
    return true;
  }

  shift(): T | undefined {
    for (const [owner, own] of this.items) {
      const { item, bytes } = own.shift()!;
      this.items.delete(owner);
      if (own.length > 0) this.items.set(owner, own);
      this.length -= 1;
      this.bytes -= bytes;
      return item;
    }
    return undefined;
  }

  remove(owner: number, item: T): void {
    const own = this.items.get(owner) ?? [];
    const place = own.findIndex((each) => each.item === item);
    if (place < 0) return;
    this.bytes -= own[place]!.bytes;
    own.splice(place, 1);
    if (own.length === 0) this.items.delete(owner);
    this.length -= 1;
  }

  /** Empties the queue and gives what was in it. */
  drain(): T[] {
    const all = [...this.items.values()].flat().map(({ item }) => item);
    this.items.clear();
    this.length = 0;
    this.bytes = 0;
    return all;
  }
}
