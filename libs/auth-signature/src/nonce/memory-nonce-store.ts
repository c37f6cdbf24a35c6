import { Injectable } from '@nestjs/common';
import type { Clock } from '@app/platform';
import { HeldNonces, toNonceKey } from './held-nonces.js';
import { NonceStore } from './nonce-store.js';

const GENERATION_MS = 60_000;

interface Generation {
  startedAt: number;
  /** Epoch milliseconds at which the last of its nonces is free again, and the same of the steady clock. */
  heldUntil: number;
  keptUntil: number;
  nonces: HeldNonces;
}

/**
 * Nonces of one process, in generations that are forgotten as a whole, so that no claim pays for a clean-up. They are
 * forgotten by both clocks: one that was set ahead may be set back, and then an old request is as good as it was.
 */
@Injectable()
export class MemoryNonceStore extends NonceStore {
  private generations: Generation[] = [];
  private readonly key = new Uint32Array(3);

  constructor(private readonly clock: Pick<Clock, 'steady'>) {
    super();
  }

  override async claim(applicationId: number, nonce: string, now: number, holdMs: number): Promise<boolean> {
    const { key } = this;
    toNonceKey(`${applicationId}:${nonce}`, key);
    for (const { nonces } of this.generations) if (nonces.heldUntil(key) > now) return false;
    const steady = this.clock.steady();
    const generation = this.current(now, steady);
    const heldUntil = now + holdMs;
    generation.nonces.hold(key, heldUntil);
    generation.heldUntil = Math.max(generation.heldUntil, heldUntil);
    generation.keptUntil = Math.max(generation.keptUntil, steady + holdMs);
    return true;
  }

  private current(now: number, steady: number): Generation {
    const newest = this.generations.at(-1);
    // A clock that jumped back starts a generation too, so that no generation lives on for the length of the jump.
    if (newest && Math.abs(now - newest.startedAt) < GENERATION_MS) return newest;
    this.generations = this.generations.filter(
      ({ heldUntil, keptUntil }) => heldUntil > now || keptUntil > steady,
    );
    const nonces = new HeldNonces(now - GENERATION_MS);
    const started = { startedAt: now, heldUntil: now, keptUntil: steady, nonces };
    this.generations.push(started);
    return started;
  }
}
