import { Injectable } from '@nestjs/common';
import type { Clock, LimitMetrics } from '@app/platform';
import { NonceTable, toNonceKey } from './nonce-table.js';
import { NonceGenerations } from './nonce-generations.js';
import { NonceStore } from './nonce-store.js';

/** Nonce store of a single process. */
@Injectable()
export class MemoryNonceStore extends NonceStore {
  private readonly generations: NonceGenerations<NonceTable>;
  private readonly key = new Uint32Array(3);

  /** @param limit maximum number of stored nonces; 0 means no limit */
  constructor(clock: Pick<Clock, 'steady'>, limit: number, metrics: LimitMetrics) {
    super();
    this.generations = new NonceGenerations(clock, limit, metrics, (since) => new NonceTable(since));
  }

  override async claim(applicationId: number, nonce: string, now: number, holdMs: number): Promise<boolean> {
    const { generations, key } = this;
    generations.requireRoom(applicationId, now);
    toNonceKey(`${applicationId}:${nonce}`, key);
    for (const { nonces } of generations.all) if (nonces.heldUntil(key) > now) return false;
    generations.take(applicationId, now, holdMs).hold(key, now + holdMs);
    return true;
  }
}
