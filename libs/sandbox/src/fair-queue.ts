/** A bounded queue whose owners take turns, so that one who waits with many does not keep the others waiting. */
export class FairQueue<T> {
  /** The owner whose turn it is first. */
  private readonly items = new Map<number, T[]>();
  private length = 0;

  private readonly max: number;

  /** @param max items altogether; one owner may have half of them */
  constructor(max: number) {
    this.max = max;
  }

  get size(): number {
    return this.length;
  }

  /** @returns false when there is no place for it */
  push(owner: number, item: T): boolean {
    const own = this.items.get(owner) ?? [];
    if (this.length >= this.max || own.length >= Math.ceil(this.max / 2)) return false;
    own.push(item);
    this.items.set(owner, own);
    this.length += 1;
    return true;
  }

  shift(): T | undefined {
    for (const [owner, own] of this.items) {
      const item = own.shift();
      this.items.delete(owner);
      if (own.length > 0) this.items.set(owner, own);
      this.length -= 1;
      return item;
    }
    return undefined;
  }

  remove(owner: number, item: T): void {
    const own = this.items.get(owner) ?? [];
    const place = own.indexOf(item);
    if (place < 0) return;
    own.splice(place, 1);
    if (own.length === 0) this.items.delete(owner);
    this.length -= 1;
  }

  /** Empties the queue and gives what was in it. */
  drain(): T[] {
    const all = [...this.items.values()].flat();
    this.items.clear();
    this.length = 0;
    return all;
  }
}
