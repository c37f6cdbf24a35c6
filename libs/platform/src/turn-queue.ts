/**
 * Names who asks for something, from the widest group to the narrowest, such as an application and an address of it.
 * No party is a group of others.
 */
export type Party = readonly string[];

/**
 * A bounded queue in which parties take turns: groups beside each other, and those within one of them. When it is full,
 * whoever has most in it gives up the last place, so that nobody who waits with many keeps others out.
 */
export class TurnQueue<T> {
  private readonly all = new Group<T>();

  /**
   * @param most items
   * @param crowdedOut is called for an item that gives up its place
   */
  constructor(
    private readonly most: number,
    private readonly crowdedOut: (item: T) => void,
  ) {}

  get size(): number {
    return this.all.size;
  }

  /** @returns false when there is no place for it */
  push(party: Party, item: T): boolean {
    if (this.size >= this.most) {
      const last = this.all.makeRoom(party);
      if (last === undefined) return false;
      this.crowdedOut(last);
    }
    this.all.add(party, item);
    return true;
  }

  shift(): T | undefined {
    return this.all.takeFirst();
  }

  remove(party: Party, item: T): void {
    this.all.remove(party, item);
  }

  /** Empties the queue and gives what was in it. */
  drain(): T[] {
    return Array.from({ length: this.size }, () => this.shift()!);
  }
}

/** What waits for parties whose names begin alike: either items of one party or smaller groups. */
class Group<T> {
  private readonly items = new Set<T>();
  /** Whose turn it is comes first. */
  private readonly parts = new Map<string, Group<T>>();
  size = 0;

  add([name, ...rest]: Party, item: T): void {
    this.size += 1;
    if (name === undefined) return void this.items.add(item);
    const part = this.parts.get(name) ?? new Group();
    this.parts.set(name, part);
    part.add(rest, item);
  }

  /** @returns whether it was there */
  remove([name, ...rest]: Party, item: T): boolean {
    if (name === undefined) return this.removeOwn(item);
    const part = this.parts.get(name);
    if (!part?.remove(rest, item)) return false;
    if (part.size === 0) this.parts.delete(name);
    this.size -= 1;
    return true;
  }

  takeFirst(): T | undefined {
    const [item] = this.items;
    const [next] = this.parts;
    if (!next) return this.takeOwn(item);
    const [name, part] = next;
    // Its next turn is after everybody's.
    this.parts.delete(name);
    if (part.size > 1) this.parts.set(name, part);
    this.size -= 1;
    return part.takeFirst();
  }

  /**
   * Takes the last item of the largest group, unless the party's own would then be the larger one.
   * @returns undefined when nobody has to give way
   */
  makeRoom([name, ...rest]: Party): T | undefined {
    const own = this.parts.get(name ?? '');
    const largest = this.largest();
    const givesWay = largest !== undefined && largest.size > (own?.size ?? 0) + 1;
    const item = givesWay ? largest.takeLast() : own?.makeRoom(rest);
    if (item !== undefined) this.size -= 1;
    return item;
  }

  private takeLast(): T | undefined {
    const largest = this.largest();
    if (!largest) return this.takeOwn([...this.items].at(-1));
    const item = largest.takeLast();
    for (const [name, part] of this.parts) if (part.size === 0) this.parts.delete(name);
    this.size -= 1;
    return item;
  }

  private largest(): Group<T> | undefined {
    let largest: Group<T> | undefined;
    for (const part of this.parts.values()) if (!largest || part.size > largest.size) largest = part;
    return largest;
  }

  private takeOwn(item: T | undefined): T | undefined {
    if (item !== undefined) this.removeOwn(item);
    return item;
  }

  private removeOwn(item: T): boolean {
    const isThere = this.items.delete(item);
    if (isThere) this.size -= 1;
    return isThere;
  }
}
