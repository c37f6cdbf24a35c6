import { Logger } from '@nestjs/common';
import { type Clock, type LimitMetrics, LogThrottle } from '@app/platform';
import { ClientHttpError } from '../errors/client-errors.js';

const GENERATION_MS = 60_000;
const TOLD_EVERY_MS = 60_000;

interface Generation<T> {
  readonly startedAt: number;
  /** Epoch milliseconds at which the last of its nonces is free again, and the same of the steady clock. */
  heldUntil: number;
  keptUntil: number;
  /** How many nonces it has, and how many of them each application. */
  total: number;
  readonly byApplication: Map<number, number>;
  readonly nonces: T;
}

/**
 * What a process has held of nonces, in generations that are forgotten as a whole, so that no claim pays for a clean-up.
 * They are forgotten by both clocks: one that was set ahead may be set back, and then an old request is as good as it was.
 *
 * An application may hold as many nonces as it leaves free. However many others flood the server, there is room for one
 * that does not.
 */
export class NonceGenerations<T> {
  private generations: Generation<T>[] = [];
  private readonly logger = new Logger('Nonces');
  private readonly told = new LogThrottle(TOLD_EVERY_MS);

  /**
   * @param limit nonces of all applications; 0: no limit
   * @param create what a generation keeps its nonces in, from the epoch milliseconds before which none of them is free
   */
  constructor(
    private readonly clock: Pick<Clock, 'steady'>,
    private readonly limit: number,
    private readonly metrics: LimitMetrics,
    private readonly create: (since: number) => T,
  ) {}

  get all(): readonly { readonly nonces: T }[] {
    return this.generations;
  }

  /**
   * @param now epoch milliseconds
   * @throws ClientHttpError 503 when the application holds too many
   */
  requireRoom(applicationId: number, now: number): void {
    if (this.limit === 0 || this.hasRoom(applicationId)) return;
    this.forget(now, this.clock.steady());
    if (this.hasRoom(applicationId)) return;
    this.metrics.count('nonces');
    if (this.told.pass())
      this.logger.warn(
        `Application ${applicationId} has too many requests for LIMIT_NONCES (${this.limit}): further ones are answered 503`,
      );
    const freeAt = this.generations[0]?.heldUntil ?? now;
    throw new ClientHttpError(503, Math.max(1, Math.ceil((freeAt - now) / 1000)));
  }

  /** Counts a nonce that is held from now on, and gives what to keep it in. */
  take(applicationId: number, now: number, holdMs: number): T {
    const steady = this.clock.steady();
    const generation = this.current(now, steady);
    generation.heldUntil = Math.max(generation.heldUntil, now + holdMs);
    generation.keptUntil = Math.max(generation.keptUntil, steady + holdMs);
    generation.total += 1;
    generation.byApplication.set(applicationId, (generation.byApplication.get(applicationId) ?? 0) + 1);
    return generation.nonces;
  }

  private hasRoom(applicationId: number): boolean {
    let free = this.limit;
    let own = 0;
    for (const { total, byApplication } of this.generations) {
      free -= total;
      own += byApplication.get(applicationId) ?? 0;
    }
    return own < free;
  }

  private current(now: number, steady: number): Generation<T> {
    const newest = this.generations.at(-1);
    // A clock that jumped back starts a generation too, so that no generation lives on for the length of the jump.
    if (newest && Math.abs(now - newest.startedAt) < GENERATION_MS) return newest;
    this.forget(now, steady);
    const started = {
      startedAt: now,
      heldUntil: now,
      keptUntil: steady,
      total: 0,
      byApplication: new Map<number, number>(),
      nonces: this.create(now - GENERATION_MS),
    };
    this.generations.push(started);
    return started;
  }

  private forget(now: number, steady: number): void {
    this.generations = this.generations.filter(
      ({ heldUntil, keptUntil }) => heldUntil > now || keptUntil > steady,
    );
  }
}
