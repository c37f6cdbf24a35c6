import { Injectable } from '@nestjs/common';
import type { Clock, LimitFigures } from '@app/platform';
import { HeldNonces, toNonceKey } from './held-nonces.js';
import { NonceGenerations } from './nonce-generations.js';
import { NonceStore } from './nonce-store.js';

/** Nonces of one process. */
@Injectable()
export class MemoryNonceStore extends NonceStore {
  private readonly generations: NonceGenerations<HeldNonces>;
  private readonly key = new Uint32Array(3);

  /** @param limit nonces held at a time; 0: no limit */
  constructor(clock: Pick<Clock, 'steady'>, limit: number, figures: LimitFigures) {
    super();
    this.generations = new NonceGenerations(clock, limit, figures, (since) => new HeldNonces(since));
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
