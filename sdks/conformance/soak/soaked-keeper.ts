import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/server-process.js';
import { Driver, type DriverEvent, type State } from '../driver.js';
import type { LicenceServer } from '../licence-server.js';
import { type Exchange, passOn, Relay, type Rule, type Upstream } from '../relay.js';
import type { Sdk } from '../sdks.js';
import {
  type Attempt,
  type Fault,
  follow,
  type KeeperRules,
  type Outcome,
  type Phase,
  phasesSeen,
} from './keeper-model.js';
import { ProcessLag, type TimerLag } from './lag.js';
import { figuresOf, type ProcessFigures, workerOf } from './process-figures.js';

export interface SoakSettings {
  /** Seconds between heartbeats. */
  hg: number;
  timeoutSec: number;
  graceSec: number;
}

const HOSTS = 2;
/** Maximum time that an SDK needs for one answer on an idle machine. */
const HANDLING_MS = 300;
/** Tolerance for `since`, which is rounded to seconds and comes from a clock that is exact to a second. */
const SINCE_MS = 2000;
/** Without a limit, a heap grows for hours before garbage is collected, which would look like a leak. */
const BOUNDED_HEAPS = { JAVA_TOOL_OPTIONS: '-Xmx48m', NODE_OPTIONS: '--max-semi-space-size=1' };
/**
 * SDKs whose connections stay open for up to one more time-out when an answer stops half-way: `HttpURLConnection`
 * cannot be closed while another thread reads.
 */
const LINGERING = new Set(['java']);
const END_OF_TIME = Infinity;
/** Folder in memory. The run takes into account that an SDK waits for the CPU, but not that it waits for the disk. */
const IN_MEMORY = '/dev/shm';

interface Sample {
  asked: number;
  answered: number;
  state: State;
}

interface KeeperEvent extends DriverEvent {
  at: number;
}

/** A driver with one kept session, behind a relay for each of its two hosts, and all that is known about its keeper. */
export class SoakedKeeper {
  readonly faults: string[] = [];
  /** States that were compared with the expected states. */
  statesChecked = 0;
  beats = 0;
  private attempts: Attempt[] = [];
  private events: KeeperEvent[] = [];
  private samples: Sample[] = [];
  private pending = 0;
  private isKept = false;
  private asked = 0;
  private begun = 0;
  private preferred = 0;
  private reported = new Set<string>();
  private phasesPassed = 0;
  private readonly nonces = new Set<string>();
  private readonly store = mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'latchkey-soak-'));
  private readonly closures: { from: number; to: number }[][] = [[], []];
  private readonly lag: ProcessLag;
  private readonly worker: number;

  private constructor(
    private readonly sdk: Sdk,
    private readonly driver: Driver,
    private readonly relays: Relay[],
    private readonly settings: SoakSettings,
    private readonly timers: TimerLag,
    readonly card: string,
    private readonly step: () => string,
  ) {
    this.worker = workerOf(driver.pid);
    this.lag = new ProcessLag(this.worker);
    driver.onEvent = (event) => this.events.push({ ...event, at: performance.now() });
    this.use(passOn);
  }

  /** @param step tells what the script does now, for reports */
  static async start(
    sdk: Sdk,
    server: LicenceServer,
    settings: SoakSettings,
    timers: TimerLag,
    step: () => string,
  ): Promise<SoakedKeeper> {
    const relays = [await Relay.start(server.url), await Relay.start(server.url)];
    const driver = Driver.start(sdk, BOUNDED_HEAPS);
    return new SoakedKeeper(sdk, driver, relays, settings, timers, server.card(), step);
  }

  get language(): string {
    return this.sdk.language;
  }

  /** Creates the client, logs in and keeps the session. */
  async begin(server: LicenceServer): Promise<void> {
    const { timeoutSec: timeout_sec, graceSec: grace_sec } = this.settings;
    const own = { device_id: `soak-${this.sdk.name}`, timeout_sec, grace_sec, store: this.store };
    const hosts = this.relays.map(({ url }) => url);
    await this.driver.get('new', { client: 'client', options: server.options(hosts, own) });
    await this.logIn();
  }

  private async logIn(): Promise<void> {
    await eventually(async () => {
      const { error } = await this.driver.ask('login', {
        client: 'client',
        card: this.card,
        session: 'session',
      });
      if (error && error.kind !== 'unavailable')
        throw new Error(`${this.language}: ${JSON.stringify(error)}`);
      return error ? undefined : true;
    });
    this.preferred = this.attempts.findLast(({ outcome }) => outcome?.kind === 'good')!.host;
    this.attempts = [];
    this.events = [];
    this.samples = [];
    this.phasesPassed = 0;
    this.asked = performance.now();
    this.isKept = true;
    await this.driver.get('keep', { session: 'session' });
    this.begun = performance.now();
  }

  /** Closes a keeper that has ended, and logs in again. */
  async logInAgain(): Promise<void> {
    this.judge();
    this.isKept = false;
    await this.driver.get('close', { session: 'session' });
    await this.logIn();
  }

  // Actions of the script

  /** Sets one rule for the requests at both hosts, or one rule for each host. */
  use(...rules: [Rule] | [Rule, Rule]): void {
    for (const [host, relay] of this.relays.entries()) {
      relay.rule = this.watched(host, rules[host] ?? rules[0]);
    }
  }

  /** The host that answered last. */
  get currentHost(): number {
    return this.attempts.findLast(({ outcome }) => outcome?.kind === 'good')?.host ?? this.preferred;
  }

  /** Lets a host refuse connections. */
  async closeHost(host: number): Promise<void> {
    const closure = { from: performance.now(), to: END_OF_TIME };
    this.closures[host]!.push(closure);
    await this.relays[host]!.close();
  }

  async reopenHost(host: number): Promise<void> {
    await this.relays[host]!.reopen();
    const closure = this.closures[host]!.at(-1)!;
    closure.to = performance.now();
  }

  /** Follows the server to its new address. */
  retarget(url: string): void {
    for (const relay of this.relays) relay.target = url;
  }

  // Observation

  /** Requests the state without waiting for the answer. */
  sample(): void {
    if (!this.isKept || this.begun < this.asked || this.pending > 0) return;
    const asked = performance.now();
    const { begun } = this;
    this.pending++;
    this.driver.state().then(
      (state) => {
        this.pending--;
        // Otherwise the state is that of an earlier session.
        if (begun === this.begun) this.samples.push({ asked, answered: performance.now(), state });
      },
      (error: unknown) => {
        this.pending--;
        this.complain(performance.now(), String(error));
      },
    );
  }

  figures(): ProcessFigures {
    return figuresOf(this.worker);
  }

  get greatestLag(): number {
    return this.lag.greatest;
  }

  /** Returns the phase that follows from the keeper's requests, if it has not changed for `milliseconds`. */
  phaseFor(milliseconds: number): Phase | undefined {
    const now = performance.now();
    const { phases } = this.follow(now);
    const last = phases.at(-1)!;
    return now - last.at >= milliseconds ? last : undefined;
  }

  /** Returns the number of the keeper's requests that have succeeded since a time. */
  goodSince(time: number): number {
    return this.attempts.filter(({ outcome, end }) => outcome?.kind === 'good' && end! > time).length;
  }

  /** Compares all observations so far with the expected behaviour. Returns the phases since the last call. */
  judge(): Phase[] {
    const now = performance.now();
    const { phases, faults } = this.follow(now);
    for (const { at, text } of faults) this.complain(at, text);
    this.judgeEvents(phases, now);
    for (const sample of this.samples) this.judgeSample(sample, phases);
    this.samples = [];
    const news = phases.slice(this.phasesPassed);
    this.phasesPassed = phases.length;
    for (const relay of this.relays) relay.requests.length = 0;
    return news;
  }

  async stop(): Promise<void> {
    this.isKept = false;
    this.lag.stop();
    try {
      await this.driver.get('close', { session: 'session' });
      const code = await this.driver.exit();
      if (code !== 0) this.complain(performance.now(), `exited with ${code}`);
    } catch (error) {
      this.complain(performance.now(), String(error));
    }
    await this.driver.stop();
    for (const relay of this.relays) await relay.close();
    rmSync(this.store, { recursive: true, force: true });
  }

  /** Records a fault once. */
  complain(at: number, text: string): void {
    const key = `${Math.round(at)} ${text}`;
    if (this.reported.has(key)) return;
    this.reported.add(key);
    const time = new Date(performance.timeOrigin + at).toISOString().slice(11, 23);
    this.faults.push(`${time} ${this.sdk.language}, ${this.step()}: ${text}`);
  }

  private follow(now: number): { phases: Phase[]; faults: Fault[] } {
    const { asked, begun, preferred, attempts, events } = this;
    const rules: KeeperRules = {
      hosts: HOSTS,
      intervalMs: this.settings.hg * 1000,
      timeoutMs: this.settings.timeoutSec * 1000,
      graceMs: this.settings.graceSec * 1000,
      lingerMs: LINGERING.has(this.sdk.name) ? this.settings.timeoutSec * 1000 : 0,
    };
    const isOpen = (host: number, from: number, to: number) =>
      this.closures[host]!.every((closure) => closure.to < from || closure.from > to);
    const tolerance = (from: number, to: number) => this.tolerance(from, to);
    return follow({ asked, begun, preferred, attempts, told: events }, now, { rules, isOpen, tolerance });
  }

  private tolerance(from: number, to: number): number {
    return HANDLING_MS + this.timers.within(from, to) + this.lag.within(from, to);
  }

  private judgeEvents(phases: Phase[], now: number): void {
    const wanted = phases.filter(({ event }) => event !== undefined);
    const told = this.events.filter(({ event }) => event !== 'expiring');
    for (let i = 0; i < Math.max(wanted.length, told.length); i++) {
      const [phase, event] = [wanted[i], told[i]];
      if (!event) {
        const late = now - phase!.at;
        if (late > this.tolerance(phase!.at, now))
          this.complain(phase!.at, `did not tell ${describe(phase!)}`);
        return;
      }
      if (!phase) return this.complain(event.at, `told ${JSON.stringify(event)}, but nothing had happened`);
      if (event.event !== phase.event || (event.code ?? undefined) !== phase.code || isOther(event, phase)) {
        return this.complain(event.at, `told ${JSON.stringify(event)} instead of ${describe(phase)}`);
      }
      const late = event.at - phase.at;
      if (Math.abs(late) > this.tolerance(phase.at, event.at)) {
        this.complain(event.at, `told ${event.event} ${Math.round(late)} ms after it had happened`);
      }
      if (event.event === 'offline') this.judgeSince(event, phase);
    }
  }

  private judgeSince(event: KeeperEvent, { at }: Phase): void {
    const late = (event.since as number) * 1000 - (performance.timeOrigin + at);
    const tolerance = this.tolerance(at, event.at);
    if (late > tolerance || late < -SINCE_MS - tolerance) {
      this.complain(
        event.at,
        `is offline since ${String(event.since)}, ${Math.round(late)} ms beside the right time`,
      );
    }
  }

  private judgeSample({ asked, answered, state }: Sample, phases: Phase[]): void {
    this.statesChecked++;
    const right = phasesSeen(phases, asked, answered, this.tolerance(asked, answered));
    const isRight = right.some((phase) => {
      const isSame = phase.state === state.state && (state.code ?? undefined) === phase.code;
      return isSame && (phase.state !== 'ended' || state.reason === phase.reason);
    });
    const words = right.map(describe).join(' or ');
    if (!isRight) this.complain(answered, `is ${JSON.stringify(state)}, but must be ${words}`);
    if (state.licensed !== (state.state !== 'ended')) {
      this.complain(answered, `is ${state.state}, but licensed is ${state.licensed}`);
    }
  }

  /** Handles requests by a rule and records each outcome. */
  private watched(host: number, rule: Rule): Rule {
    return async (exchange) => {
      const { path, parameters } = exchange.request;
      const action = path.split('/').at(-1);
      const nonce = parameters.nonce!;
      if (this.nonces.has(nonce)) this.complain(performance.now(), `sent the nonce of a ${action} twice`);
      this.nonces.add(nonce);
      if (action !== 'heartbeat' && action !== 'login') return rule(exchange);
      if (this.isKept) this.beats++;
      await this.observe({ action, host, start: performance.now() }, exchange, rule);
    };
  }

  private async observe(attempt: Attempt, exchange: Exchange, rule: Rule): Promise<void> {
    this.attempts.push(attempt);
    const { socket, response } = exchange;
    let isRunning = true;
    let sent: Outcome = { kind: 'failed', reason: 'network' };
    const done = (outcome: Outcome) => {
      if (attempt.end !== undefined) return;
      attempt.end = performance.now();
      attempt.outcome = outcome;
      attempt.isGivenUp =
        outcome !== sent && isRunning && this.closures[attempt.host]!.at(-1)?.to !== END_OF_TIME;
    };
    response.once('finish', () => done(sent));
    socket.once('close', () => done({ kind: 'failed', reason: 'network' }));
    const reply = (answer: Partial<Upstream>) => {
      sent = outcomeOf(answer);
      exchange.reply(answer);
    };
    try {
      await rule({ ...exchange, reply });
    } finally {
      isRunning = false;
    }
  }
}

/** Returns the outcome of an answer for a client with a public key. */
function outcomeOf({ status = 200, headers = {}, body }: Partial<Upstream>): Outcome {
  const retryAfter = Number(headers['retry-after'] ?? 0);
  const answer = read(body);
  if (typeof answer.sign === 'string') {
    return answer.code === 0 ? { kind: 'good' } : { kind: 'refused', code: answer.code as number };
  }
  const isBusy = [429, 500, 502, 503, 504].includes(status);
  if (!isBusy) return { kind: 'failed', reason: 'untrusted' };
  return { kind: 'failed', reason: 'busy', retryAfterMs: retryAfter * 1000 };
}

function read(body: Buffer | undefined): Record<string, unknown> {
  try {
    return JSON.parse(String(body)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function isOther({ reason }: KeeperEvent, phase: Phase): boolean {
  return phase.reason !== undefined && reason !== phase.reason;
}

function describe({ state, event, at, reason, code }: Phase): string {
  const time = new Date(performance.timeOrigin + at).toISOString().slice(11, 23);
  return `${event ?? state}${reason ? ` (${[reason, code].filter(Boolean).join(' ')})` : ''} from ${time}`;
}
