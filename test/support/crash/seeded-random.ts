/** A random number generator: the same seed gives the same numbers. */
export class SeededRandom {
  private state = 0x811c9dc5;

  constructor(private readonly seed: string) {
    // FNV-1a
    for (const byte of Buffer.from(seed)) this.state = Math.imul(this.state ^ byte, 0x01000193);
  }

  /** Returns an independent generator, unaffected by draws from this one. */
  fork(name: string): SeededRandom {
    return new SeededRandom(`${this.seed}/${name}`);
  }

  /** Returns an integer from 0 to `below`, exclusive. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.int(values.length)]!;
  }

  shuffled<T>(values: readonly T[]): T[] {
    const keyed = values.map((value) => ({ value, key: this.next() }));
    return keyed.toSorted((a, b) => a.key - b.key).map(({ value }) => value);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns one of the keys at random, by weight. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    return entries.at(-1)![0];
  }

  /** Mulberry32 */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }
}
