import { eventually } from '../server-process.js';
import type { SignedClient } from '../signed-client.js';
import { type Sent, SteadyLoad } from '../steady-load.js';

const PAUSE_MS = 50;
/** A request without an answer for this long counts as failed. */
const TIMEOUT_MS = 10_000;
/**
 * A server counts as refusing logins after it has accepted none for this long. The cluster notices the fault in less
 * time.
 */
const REFUSED_FOR_MS = 10_000;
/** `hasTried` waits for more than this number of requests. */
const TRIES = 20;
/** Number of consecutive successes after which a server counts as available. */
const AVAILABLE_AFTER = 3;

/** The requests that a probe repeats. */
export const KINDS = ['login', 'heartbeat'] as const;
export type Kind = (typeof KINDS)[number];

/** A client that logs in again and again, and one that keeps its session. Both note when they were served. */
export class Probe {
  readonly load: SteadyLoad;
  /** Times of successes in milliseconds of `performance.now()`. */
  private readonly served: Record<Kind, number[]> = { login: [], heartbeat: [] };
  private readonly failedAt: Record<Kind, number> = { login: 0, heartbeat: 0 };

  /** @param name the server, or the proxy, to which the client sends */
  constructor(
    readonly name: string,
    client: SignedClient,
    private readonly cards: Record<Kind, string>,
  ) {
    this.load = new SteadyLoad(client, TIMEOUT_MS);
  }

  async start(): Promise<void> {
    const session = await eventually(async () => this.logIn(this.cards.heartbeat));
    const { token } = session;
    this.load.start(
      [
        () => this.again('login', () => this.logIn(this.cards.login)),
        () =>
          this.again('heartbeat', () =>
            this.load.ask('/card/heartbeat', { card: this.cards.heartbeat, token: token! }),
          ),
      ],
      PAUSE_MS,
    );
  }

  /** Waits until the server answers both kinds of requests that are sent from now on. */
  async isServed(): Promise<void> {
    const from = performance.now();
    const isServed = (kind: Kind) =>
      (this.served[kind].at(-AVAILABLE_AFTER) ?? 0) > Math.max(from, this.failedAt[kind]);
    await eventually(async () => KINDS.every(isServed) || undefined, PAUSE_MS);
  }

  /** Waits until the server has refused all logins for a while, with 503 and without delay. */
  async isRefused(): Promise<void> {
    const from = performance.now();
    await eventually(async () => {
      const now = performance.now();
      const isOver = now - Math.max(from, this.served.login.at(-1) ?? 0) > REFUSED_FOR_MS;
      const late = this.load.failed.filter(({ sentAt }) => sentAt > now - REFUSED_FOR_MS / 2);
      const isRefused = late.length > 0 && late.every(({ failure }) => failure === '503');
      return (isOver && isRefused) || undefined;
    }, PAUSE_MS);
  }

  /** Waits until some more requests were answered or refused. */
  async hasTried(): Promise<void> {
    const count = () => this.load.accepted.length + this.load.failed.length + this.load.surprises.length;
    const before = count();
    await eventually(async () => count() > before + TRIES || undefined, PAUSE_MS);
  }

  /** Returns the time until the first success after `from`, in milliseconds. */
  waitSince(kind: Kind, from: number): number {
    return this.served[kind].find((time) => time > from)! - from;
  }

  /**
   * Returns the longest time between two successes in milliseconds. Only times that ended after `from` count; the time
   * since the latest success counts too.
   */
  longestGap(kind: Kind, from: number): number {
    const times = this.served[kind];
    const gaps = times.map((time, i) => (time > from && i > 0 ? time - times[i - 1]! : 0));
    return Math.max(0, ...gaps, performance.now() - (times.at(-1) ?? performance.now()));
  }

  /** Forgets the earlier successes, since the server has just started. */
  forget(): void {
    for (const kind of KINDS) this.served[kind].length = 0;
  }

  /** The latest requests that were accepted. */
  latest(count: number): Sent[] {
    return this.load.accepted.slice(-count);
  }

  private logIn(card: string) {
    return this.load.ask('/card/login', { card, device_id: 'D1' });
  }

  private async again(kind: Kind, send: () => Promise<object | undefined>): Promise<void> {
    const isServed = (await send()) !== undefined;
    if (isServed) this.served[kind].push(performance.now());
    else this.failedAt[kind] = performance.now();
  }
}
