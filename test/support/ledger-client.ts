import { setTimeout } from 'node:timers/promises';
import type { Parameters } from './signed-client.js';
import type { SteadyLoad } from './steady-load.js';

/** Milliseconds between two requests of a client. */
const PAUSE_MS = 40;

/** Seconds that a recharge adds. */
export const SPARE_SEC = 30 * 86_400;

/**
 * The card or user with which a client logs in. It is limited to one session; the latest login ends the previous
 * session.
 */
export interface LedgerHolder {
  kind: 'card' | 'user';
  name: string;
  /** Password of a user. */
  password?: string;
  /** Cards to recharge with, each worth `SPARE_SEC`. */
  spares: string[];
}

/** Certainty of a fact. It is `unsure` if a request was not answered. */
type Certainty = 'sure' | 'unsure';

/** A client that repeats a cycle of requests and keeps a ledger of confirmed changes. */
export class LedgerClient {
  /** The session that is certainly open. */
  token: string | undefined;
  /** Sessions that have certainly ended. */
  readonly ended: string[] = [];
  /** Bound devices. */
  readonly devices = new Map<string, Certainty>();
  /** Consumed cards. */
  readonly spent = new Map<string, Certainty>();
  /** Expiry of the holder without the recharges, in epoch seconds. */
  expiresTs = NaN;
  /** Sessions in an unknown state; the next login ends them. */
  private doubtful: string[] = [];

  /** @param cycles number of the cycle before the first one; it determines which cycles end without an open session */
  constructor(
    readonly holder: LedgerHolder,
    private readonly load: SteadyLoad,
    private cycles = 0,
  ) {}

  /**
   * Runs one cycle. If a step leaves the client without a session that is certainly open, the next cycle logs in again.
   */
  async cycle(): Promise<void> {
    const number = ++this.cycles;
    const device = `D${number}`;
    await this.login(device);
    for (let i = 0; i < 4; i++) await this.heartbeat();
    await this.recharge();
    for (let i = 0; i < 3; i++) await this.heartbeat();
    // Alternates between the device of an earlier session and the device of this session. Unbinding the latter ends
    // this session.
    if (number % 4 === 0) await this.unbind(device);
    else if (number % 2 === 0) await this.unbind(`D${number - 1}`);
    await this.heartbeat();
    if (number % 3 === 0) await this.logout();
  }

  private async login(device_id: string): Promise<void> {
    const { password } = this.holder;
    const result = await this.ask('login', { device_id, ...(password !== undefined && { password }) });
    if (!result) {
      this.devices.set(device_id, 'unsure');
      this.doubtSession();
      return;
    }
    this.endSession();
    this.ended.push(...this.doubtful.splice(0));
    this.devices.set(device_id, 'sure');
    this.token = String(result.token);
    if (this.spent.size === 0) this.expiresTs = Number(result.expires_ts);
  }

  private async heartbeat(): Promise<void> {
    if (this.token === undefined) return;
    const result = await this.ask('heartbeat', { token: this.token });
    // A confirmed recharge must be visible on every server.
    if (result && !this.expected().includes(Number(result.expires_ts))) {
      this.load.surprises.push(
        `${this.holder.name} expires at ${result.expires_ts}, not ${this.expected().join()}`,
      );
    }
    if (!result) this.doubtSession();
  }

  private async recharge(): Promise<void> {
    const spare = this.holder.spares.pop();
    if (spare === undefined) return;
    // The outcome is unknown until the response arrives, so heartbeats of this client wait.
    const result = await this.ask('recharge', { [this.holder.kind === 'card' ? 'use_card' : 'card']: spare });
    this.spent.set(spare, result ? 'sure' : 'unsure');
  }

  private async unbind(device_id: string): Promise<void> {
    if (this.token === undefined || this.devices.get(device_id) !== 'sure') return;
    const isOwn = device_id === `D${this.cycles}`;
    const result = await this.ask('unbind-device', { device_id, token: this.token });
    if (result) this.devices.delete(device_id);
    else this.devices.set(device_id, 'unsure');
    if (result && isOwn) this.endSession();
    if (!result) this.doubtSession();
  }

  private async logout(): Promise<void> {
    if (this.token === undefined) return;
    const result = await this.ask('logout', { token: this.token });
    if (result) this.endSession();
    else this.doubtSession();
  }

  private endSession(): void {
    if (this.token !== undefined) this.ended.push(this.token);
    this.token = undefined;
  }

  private doubtSession(): void {
    if (this.token !== undefined) this.doubtful.push(this.token);
    this.token = undefined;
  }

  /** Returns all possible expiries of the holder, given the known recharges. */
  private expected(): number[] {
    const all = [...this.spent.values()];
    const sure = all.filter((certainty) => certainty === 'sure').length;
    return Array.from({ length: all.length - sure + 1 }, (_, i) => this.expiresTs + (sure + i) * SPARE_SEC);
  }

  private async ask(action: string, parameters: Parameters) {
    const { kind, name } = this.holder;
    const named = { [kind === 'card' ? 'card' : 'username']: name, ...parameters };
    const result = await this.load.ask(`/${kind}/${action}`, named);
    await setTimeout(PAUSE_MS);
    return result;
  }
}
