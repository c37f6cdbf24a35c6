import { hash, randomBytes } from 'node:crypto';

/** Random for each process, so that nobody can choose nonces that collide. */
const SALT = randomBytes(16).toString('hex');
const SHARDS = 256;
const FIRST_SLOTS = 16;
/** Words per slot: 96 bits of a nonce's hash, then the expiry. An expiry of 0 means that the slot is free. */
const WORDS = 4;
const HELD = 3;

/**
 * Hashes a nonce to three words.
 * @param key receives the result
 */
export function toNonceKey(nonce: string, key: Uint32Array): void {
  // Reads the digest as characters, which is three times as fast as a Buffer.
  const digest = hash('sha256', SALT + nonce, 'latin1');
  for (let i = 0; i < HELD; i++) {
    const at = i * 4;
    key[i] =
      digest.charCodeAt(at) |
      (digest.charCodeAt(at + 1) << 8) |
      (digest.charCodeAt(at + 2) << 16) |
      (digest.charCodeAt(at + 3) << 24);
  }
}

/**
 * Stores the expiry of nonces in 16 bytes per nonce, plus the free slots of a hash table. Thousands of nonces arrive
 * each second; as strings in a `Map` they would take ten times as much memory. The table grows in small parts, so that
 * no request waits for a large table to be copied.
 */
export class NonceTable {
  private readonly shards = Array.from({ length: SHARDS }, () => new Shard());

  /** @param since epoch milliseconds; each nonce expires after this time, and less than 49 days after it */
  constructor(private readonly since: number) {}

  get size(): number {
    return this.shards.reduce((sum, { size }) => sum + size, 0);
  }

  /** @returns the expiry in epoch milliseconds, past or future; 0 if the table does not contain the nonce */
  heldUntil(key: Uint32Array): number {
    const after = this.shardOf(key).get(key);
    return after === 0 ? 0 : this.since + after;
  }

  hold(key: Uint32Array, until: number): void {
    this.shardOf(key).set(key, until - this.since);
  }

  private shardOf(key: Uint32Array): Shard {
    return this.shards[key[0]! % SHARDS]!;
  }
}

/** A hash table with open addressing, at most half full. */
class Shard {
  size = 0;
  private slots = new Uint32Array(FIRST_SLOTS * WORDS);

  get(key: Uint32Array): number {
    return this.slots[this.find(key) + HELD]!;
  }

  set(key: Uint32Array, held: number): void {
    const at = this.find(key);
    const isNew = this.slots[at + HELD] === 0;
    this.slots.set(key, at);
    this.slots[at + HELD] = held;
    if (isNew && ++this.size * WORDS * 2 > this.slots.length) this.grow();
  }

  /** Returns the slot that contains the key, or the free slot for it. */
  private find(key: Uint32Array): number {
    const { slots } = this;
    const last = slots.length - 1;
    let at = (key[1]! * WORDS) & last;
    while (
      slots[at + HELD] !== 0 &&
      (slots[at] !== key[0] || slots[at + 1] !== key[1] || slots[at + 2] !== key[2])
    ) {
      at = (at + WORDS) & last;
    }
    return at;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += WORDS) {
      if (before[at + HELD] === 0) continue;
      const slot = before.subarray(at, at + WORDS);
      this.slots.set(slot, this.find(slot));
    }
  }
}
