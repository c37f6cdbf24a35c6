/** Random choices that a seed repeats. */
export class SeededRandom {
  private state = 0x811c9dc5;

  constructor(private readonly seed: string) {
    // FNV-1a
    for (const byte of Buffer.from(seed)) this.state = Math.imul(this.state ^ byte, 0x01000193);
  }

  /** A source of its own, which draws the same whatever else was drawn from this one. */
  fork(name: string): SeededRandom {
    return new SeededRandom(`${this.seed}/${name}`);
  }

  /** A whole number from 0 up to but without `below`. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.int(values.length)]!;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the keys, each as often as its weight says. */
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
