import { login } from './server-group.js';
import { eventually } from './server-process.js';
import type { SignedClient } from './signed-client.js';
import { type Sent, SteadyLoad } from './steady-load.js';

const STAYING = Array.from({ length: 6 }, (_, i) => `S${i}`);
const RETURNING = Array.from({ length: 3 }, (_, i) => `R${i}`);
/** Milliseconds that each client pauses. */
const PAUSE_MS = 100;

/** Clients of several servers: some keep one session throughout, others log in again and again. */
export class SessionLoad {
  private readonly loads: readonly SteadyLoad[];

  constructor(private readonly clients: readonly SignedClient[]) {
    this.loads = clients.map((client) => new SteadyLoad(client));
  }

  /** An application with the cards of the load and the cards in `others`. */
  static application(...others: string[]): object {
    return {
      multi_open_policy: 'kick_oldest',
      card_types: [{ name: 'T', duration: { unit: 'days', amount: 30 }, max_sessions: 1, max_devices: 0 }],
      cards: [...STAYING, ...RETURNING, ...others].map((card) => ({ card, card_type: 'T' })),
    };
  }

  async start(): Promise<void> {
    for (const [index, load] of this.loads.entries()) {
      const isOurs = (_: string, i: number) => i % this.loads.length === index;
      const stays = STAYING.filter(isOurs).map(async (card) => {
        const token = await login(this.clients[index]!, card);
        return async () => {
          await load.ask('/card/heartbeat', { card, token });
        };
      });
      const returns = RETURNING.filter(isOurs).map((card) => async () => {
        const session = await load.ask('/card/login', { card, device_id: 'D1' });
        if (session) await load.ask('/card/heartbeat', { card, token: session.token! });
      });
      load.start([...(await Promise.all(stays)), ...returns], PAUSE_MS);
    }
    await this.recovered();
  }

  /** Waits until every server has accepted some more requests. */
  async recovered(): Promise<void> {
    await Promise.all(
      this.loads.map(({ accepted }) => {
        const before = accepted.length;
        return eventually(async () => accepted.length > before + 50 || undefined);
      }),
    );
  }

  /** Sends requests again, to all servers. Returns how often each code came. */
  async replay(requests: readonly Sent[]): Promise<Record<string, number>> {
    const codes: Record<string, number> = {};
    for (const { path, signed } of requests) {
      for (const client of this.clients) {
        const { code } = await client.send('POST', path, signed, 'json');
        codes[code] = (codes[code] ?? 0) + 1;
      }
    }
    return codes;
  }

  /** The latest accepted requests of each server. */
  get accepted(): Sent[] {
    return this.loads.flatMap((load) => load.accepted.slice(-100));
  }

  /** Unexpected refusals: no request of the load may be refused. */
  get surprises(): string[] {
    return this.loads.flatMap((load) => load.surprises);
  }

  /** Kinds of failures. */
  get failures(): string[] {
    return [...new Set(this.loads.flatMap((load) => load.failed.map(({ failure }) => failure!)))];
  }

  async stop(): Promise<void> {
    await Promise.all(this.loads.map((load) => load.stop()));
  }
}
