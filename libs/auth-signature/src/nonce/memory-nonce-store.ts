import { Injectable } from '@nestjs/common';
import { HeldNonces, toNonceKey } from './held-nonces.js';
import { NonceStore } from './nonce-store.js';

const GENERATION_MS = 60_000;

interface Generation {
  startedAt: number;
  /** Epoch milliseconds at which the last of its nonces is free again. */
  heldUntil: number;
  nonces: HeldNonces;
}

/** Nonces of one process, in generations that are forgotten as a whole, so that no claim pays for a clean-up. */
@Injectable()
export class MemoryNonceStore extends NonceStore {
  private generations: Generation[] = [];
  private readonly key = new Uint32Array(3);

  override async claim(applicationId: number, nonce: string, now: number, holdMs: number): Promise<boolean> {
    const { key } = this;
    toNonceKey(`${applicationId}:${nonce}`, key);
    for (const { nonces } of this.generations) if (nonces.heldUntil(key) > now) return false;
    const generation = this.current(now);
    const heldUntil = now + holdMs;
    generation.nonces.hold(key, heldUntil);
    generation.heldUntil = Math.max(generation.heldUntil, heldUntil);
    return true;
  }

  private current(now: number): Generation {
    const newest = this.generations.at(-1);
    // A clock that jumped back starts a generation too, so that no generation lives on for the length of the jump.
    if (newest && Math.abs(now - newest.startedAt) < GENERATION_MS) return newest;
    this.generations = this.generations.filter(({ heldUntil }) => heldUntil > now);
    const started = { startedAt: now, heldUntil: now, nonces: new HeldNonces(now - GENERATION_MS) };
    this.generations.push(started);
    return started;
  }
}
