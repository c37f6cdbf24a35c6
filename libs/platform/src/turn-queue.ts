/**
 * The party that a request belongs to, as a path from the widest to the narrowest group, such as an application and one
 * of its addresses. A party must not be a prefix of another party.
 */
export type Party = readonly string[];

/**
 * A bounded queue in which parties take turns at each level of grouping. All turns count the same, unless their costs
 * are charged. When the queue is full, the party with the most items loses its last item, so a party with many items
 * cannot exclude others.
 */
export class TurnQueue<T> {
  private readonly all = new Group<T>();

  /**
   * @param capacity total weight
   * @param crowdedOut called for each displaced item
   */
  constructor(
    private readonly capacity: number,
    private readonly crowdedOut: (item: T) => void,
  ) {}

  /** Number of items queued. */
  get size(): number {
    return this.all.size;
  }

  /**
   * Adds an item.
   * @param weight capacity that the item takes
   * @returns false if there is no room for the item
   */
  push(party: Party, item: T, weight = 1): boolean {
    while (this.all.weight + weight > this.capacity) {
      const last = this.all.makeRoom(party, weight);
      if (last === undefined) return false;
      this.crowdedOut(last);
    }
    this.all.add(party, item, weight);
    return true;
  }

  shift(): T | undefined {
    return this.all.takeFirst();
  }

  /**
   * Charges a group for what it has used, for example milliseconds. The group that has used least since its last turn
   * comes next; without charges, the group that has waited longest.
   * @param group the first names of a party, or all its names
   */
  charge(group: Party, cost: number): void {
    this.all.charge(group, cost);
  }

  /**
   * Records a turn of a party that did not have to wait. What the party has used while nobody waited then does not
   * count against it.
   */
  pass(party: Party): void {
    this.all.pass(party);
  }

  remove(party: Party, item: T): void {
    this.all.remove(party, item);
  }

  /** Empties the queue and returns its items. */
  drain(): T[] {
    return Array.from({ length: this.size }, () => this.shift()!);
  }
}

/** A group of parties with a common prefix. It contains either the items of one party or smaller groups. */
class Group<T> {
  /** Items and their weights. */
  private readonly items = new Map<T, number>();
  /** Smaller groups in the order of their turns. A group in debt stays here even if it is empty. */
  private readonly parts = new Map<string, Group<T>>();
  size = 0;
  weight = 0;
  /** Cost charged to this group. At each turn, `forgive` subtracts from it the debt of the group that has the turn. */
  private debt = 0;

  add([name, ...rest]: Party, item: T, weight: number): void {
    this.size += 1;
    this.weight += weight;
    if (name === undefined) return void this.items.set(item, weight);
    const part = this.parts.get(name) ?? new Group();
    this.parts.set(name, part);
    part.add(rest, item, weight);
  }

  remove([name, ...rest]: Party, item: T): void {
    if (name === undefined) this.removeOwn(item);
    else this.change(name, (part) => part.remove(rest, item));
  }

  takeFirst(): T | undefined {
    const name = this.next();
    if (name === undefined) return this.takeOwn(this.items.keys().next().value);
    const part = this.parts.get(name)!;
    this.forgive(part.debt);
    // Moves the group behind all others.
    this.parts.delete(name);
    this.parts.set(name, part);
    return this.change(name, () => part.takeFirst());
  }

  charge([name, ...rest]: Party, cost: number): void {
    if (name === undefined) return;
    const part = this.parts.get(name) ?? new Group();
    this.parts.set(name, part);
    part.debt += cost;
    part.charge(rest, cost);
  }

  pass([name, ...rest]: Party): void {
    const part = this.parts.get(name ?? '');
    if (!part) return;
    this.forgive(part.debt);
    part.pass(rest);
  }

  /** Returns the group with items that has the least debt; among equal debts, the group that has waited longest. */
  private next(): string | undefined {
    let [next, least] = [undefined as string | undefined, Infinity];
    for (const [name, { size, debt }] of this.parts) {
      if (size === 0 || debt >= least) continue;
      if (debt === 0) return name;
      [next, least] = [name, debt];
    }
    return next;
  }

  /**
   * Subtracts the debt of the group whose turn it is from the debts of all groups. This group then has no debt, so new
   * groups have no advantage over it.
   */
  private forgive(debt: number): void {
    if (debt === 0) return;
    for (const [name, part] of this.parts) {
      part.debt = Math.max(0, part.debt - debt);
      if (part.size === 0 && part.debt === 0) this.parts.delete(name);
    }
  }

  /**
   * Makes room for a new item by removing the last item of the heaviest group, if this group is heavier than the
   * party's own group would be with the new item. If it is not, applies the same rule to the smaller groups within the
   * party's own group.
   * @param wanted weight of the new item
   * @returns the removed item; `undefined` if no item may be removed, so the new item has no place
   */
  makeRoom([name, ...rest]: Party, wanted: number): T | undefined {
    const own = this.parts.get(name ?? '');
    const largest = this.largest();
    if (largest !== undefined && this.parts.get(largest)!.weight > (own?.weight ?? 0) + wanted) {
      return this.change(largest, (part) => part.takeLast());
    }
    return own && this.change(name!, (part) => part.makeRoom(rest, wanted));
  }

  private takeLast(): T | undefined {
    const largest = this.largest();
    if (largest === undefined) return this.takeOwn([...this.items.keys()].at(-1));
    return this.change(largest, (part) => part.takeLast());
  }

  /** Changes one of the smaller groups, and updates the totals of the group that contains it. */
  private change<R>(name: string, work: (part: Group<T>) => R): R | undefined {
    const part = this.parts.get(name);
    if (!part) return undefined;
    const { size, weight } = part;
    const result = work(part);
    this.size += part.size - size;
    this.weight += part.weight - weight;
    if (part.size === 0 && part.debt === 0) this.parts.delete(name);
    return result;
  }

  private largest(): string | undefined {
    let [largest, most] = [undefined as string | undefined, 0];
    for (const [name, { weight }] of this.parts) if (weight > most) [largest, most] = [name, weight];
    return largest;
  }

  private takeOwn(item: T | undefined): T | undefined {
    if (item !== undefined) this.removeOwn(item);
    return item;
  }

  private removeOwn(item: T): void {
    const weight = this.items.get(item);
    if (weight === undefined) return;
    this.items.delete(item);
    this.size -= 1;
    this.weight -= weight;
  }
}
