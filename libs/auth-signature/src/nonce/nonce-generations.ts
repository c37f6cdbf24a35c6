import { Logger } from '@nestjs/common';
import { type Clock, type LimitMetrics, LogThrottle } from '@app/platform';
import { ClientHttpError } from '../errors/client-errors.js';

const GENERATION_MS = 60_000;
/**
 * Lifetimes are rounded up to multiples of this step. The default lifetime in memory (90 seconds) is a multiple, so
 * nonces with a longer lifetime are never in a generation with nonces of the default lifetime.
 */
const LIFETIME_STEP_MS = 30_000;
const TOLD_EVERY_MS = 60_000;

interface Generation<T> {
  readonly startedAt: number;
  /** Lifetime of the nonces in steps of LIFETIME_STEP_MS, rounded up. */
  readonly lifetimeSteps: number;
  /**
   * When the generation's last nonce expires, in epoch milliseconds. `keptUntil` is the same moment on the steady
   * clock.
   */
  heldUntil: number;
  keptUntil: number;
  /** Number of nonces, in total and per application. */
  total: number;
  readonly byApplication: Map<number, number>;
  readonly nonces: T;
}

/**
 * The nonces of a process, in generations. A generation is dropped as a whole, so that no claim is delayed by a
 * clean-up. A generation is dropped only when it has expired by both the system clock and the steady clock. Otherwise,
 * if the system clock were set ahead and back again, an old request would be accepted again.
 *
 * Nonces of different lifetimes are in different generations. Otherwise one long-lived nonce would keep all other
 * nonces of its generation, and their applications would reach the limit and get 503. Lifetimes are rounded to keep the
 * number of generations small.
 *
 * An application may hold at most half of the places that other applications leave free, so that the other applications
 * can always add nonces.
 */
export class NonceGenerations<T> {
  private generations: Generation<T>[] = [];
  private readonly logger = new Logger('Nonces');
  private readonly told = new LogThrottle(TOLD_EVERY_MS);

  /**
   * @param limit maximum number of nonces of all applications; 0 means no limit
   * @param create creates a generation's container; none of its nonces expires before `since` (epoch milliseconds)
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
   * Checks that the application may hold one more nonce.
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
        `Application ${applicationId} exceeds LIMIT_NONCES (${this.limit}): further requests get 503`,
      );
    const freeAt = Math.min(...this.generations.map(({ heldUntil }) => heldUntil));
    throw new ClientHttpError(503, Math.max(1, Math.ceil((freeAt - now) / 1000)));
  }

  /** Counts a new nonce, and returns the container for it. */
  take(applicationId: number, now: number, holdMs: number): T {
    const steady = this.clock.steady();
    const generation = this.current(now, steady, holdMs);
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

  private current(now: number, steady: number, holdMs: number): Generation<T> {
    const lifetimeSteps = Math.ceil(holdMs / LIFETIME_STEP_MS);
    const newest = this.newest(lifetimeSteps);
    // A jump back of the clock also starts a new generation. Otherwise the old generation would be kept longer by the
    // length of the jump.
    if (newest && Math.abs(now - newest.startedAt) < GENERATION_MS) return newest;
    this.forget(now, steady);
    const started = {
      startedAt: now,
      lifetimeSteps,
      heldUntil: now,
      keptUntil: steady,
      total: 0,
      byApplication: new Map<number, number>(),
      nonces: this.create(now - GENERATION_MS),
    };
    this.generations.push(started);
    return started;
  }

  /** Returns the newest generation with this lifetime. `findLast` would create a function for each request. */
  private newest(lifetimeSteps: number): Generation<T> | undefined {
    for (let i = this.generations.length - 1; i >= 0; i--) {
      const generation = this.generations[i]!;
      if (generation.lifetimeSteps === lifetimeSteps) return generation;
    }
    return undefined;
  }

  private forget(now: number, steady: number): void {
    this.generations = this.generations.filter(
      ({ heldUntil, keptUntil }) => heldUntil > now || keptUntil > steady,
    );
  }
}
