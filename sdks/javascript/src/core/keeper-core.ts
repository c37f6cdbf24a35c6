import { codeEntry, type Tell } from './codes.js';
import { Failure, misuse, unavailable } from './failure.js';
import type { SessionCore } from './session-core.js';
import type { Steps } from './steps.js';

export type KeeperState = 'online' | 'offline' | 'ended';
export type EndReason = 'refused' | 'unreachable' | 'expired' | 'closed';

export type KeeperEvent =
  | { event: 'online' }
  | { event: 'offline'; since: number; reason: string }
  | { event: 'renewed' }
  | { event: 'expiring'; expiresTs: number; leftSec: number }
  | { event: 'ended'; code?: number; tell?: Tell; reason: EndReason };

const SECOND = 1000;
const MAX_PAUSE_MS = 60 * SECOND;
/** Maximum time between two looks at the clock, to notice that the device slept. */
export const LOOK_EVERY_MS = 5 * SECOND;
/** A call or an answer that is later than this may mean that the device was suspended. */
const SUSPENDED_MS = 2 * SECOND;
/**
 * A timer that is later than this means that the device was suspended. A shorter delay can also be work that blocks the
 * event loop, or a hidden browser tab, whose timers run once a minute.
 */
export const LONGEST_DELAY_MS = 65 * SECOND;
/** Codes after which a new login shows why the session has ended. */
const SESSION_OVER = [10214, 10404];
/**
 * The server refuses with these codes before it knows that the bound nonce belongs to the parameters (10014: that it was
 * not sent before). So a genuine, signed refusal may answer a request that a proxy has changed or repeated, and says
 * nothing about the licence.
 */
const MAY_ANSWER_OTHERS = [400, 10010, 10011, 10013, 10014];
/** Seconds before the end of a licence at which the program gets a warning, in descending order. */
const WARN_BEFORE_SEC = [86_400, 3_600];

/** The rules of the session keeper. The host calls `tick` at the requested time, and may call it earlier. */
export class KeeperCore {
  state: KeeperState = 'online';
  reason: EndReason | undefined;
  code: number | undefined;
  /** Number of heartbeats and logins that were sent. */
  beats = 0;
  private nextAt: number;
  /** Time of the first failed heartbeat on the monotonic clock, plus the time that the device slept since then. */
  private graceFrom = 0;
  /** When the running heartbeat began. */
  private beatFrom: number | undefined;
  /** True once a late call or answer in this outage has counted as sleep. */
  private hasSlept = false;
  /** When a read of the state first found that the call of `tick` is overdue. The time before may have been sleep. */
  private overdueFrom: number | undefined;
  private failures = 0;
  private renewedAt: number | undefined;
  private mustRenew = false;
  private wakeAt: number | undefined;
  private warned: number;
  /** End of the licence to which `warned` refers. */
  private warnedOf: number;
  private hasLookedForTicket = false;
  private isTicketRefused = false;
  /** True after `close`, from which on no event follows. */
  isClosed = false;

  constructor(
    readonly session: SessionCore,
    private readonly handler: (event: KeeperEvent) => void,
    /** True if the program calls `tick`, not a timer. */
    private readonly isTicked = false,
  ) {
    if (session.hasEnded) throw misuse('session: it has ended; log in again');
    if (session.endKeeper) throw misuse('session: it is kept already');
    session.endKeeper = () => this.close();
    const now = this.now();
    this.nextAt = now + this.interval();
    this.warned = 0;
    this.warnedOf = 0;
  }

  /** Text for the customer about `code`. */
  get tell(): Tell | undefined {
    return this.code === undefined ? undefined : codeEntry(this.code).tell;
  }

  /** True during a heartbeat. */
  get isBeating(): boolean {
    return this.beatFrom !== undefined;
  }

  get licensed(): boolean {
    this.check();
    return this.state !== 'ended' && !this.hasStoppedTicking();
  }

  /** Sends a heartbeat if it is due. Returns the milliseconds until the next call; `undefined` once it has ended. */
  *tick(): Steps<number | undefined> {
    this.notice();
    if (!this.isBeating && this.state !== 'ended' && this.now() >= this.nextAt) yield* this.beat();
    this.warn();
    return this.pause();
  }

  /** Ends the session if its time is over. This is cheap enough to run at each read of the state. */
  check(): void {
    const now = this.now();
    const late = this.isBeating ? 0 : now - (this.wakeAt ?? this.nextAt);
    this.overdueFrom = late > SUSPENDED_MS ? (this.overdueFrom ?? now) : undefined;
    if (this.state === 'offline' && this.countsAsSleep(late)) {
      // The overdue heartbeat decides whether the licence ends. Without it, the licence ends with the grace period.
      this.credit(late);
      this.wakeAt = now;
    } else {
      this.endIfOver();
    }
  }

  /**
   * Makes a heartbeat due immediately, since the device slept. The monotonic clock of some systems does not count the
   * time asleep.
   */
  wokeUp(): void {
    this.nextAt = Math.min(this.nextAt, this.now());
  }

  /** Sends a warning if the licence ends soon. */
  warn(): void {
    const { expiresTs } = this.session;
    const leftSec = expiresTs - Math.floor(this.serverNow());
    if (this.state === 'ended' || leftSec <= 0) return;
    // After a recharge, the warnings can occur again.
    if (expiresTs > this.warnedOf) this.warned = 0;
    this.warnedOf = expiresTs;
    let level = 0;
    for (let i = 0; i < WARN_BEFORE_SEC.length; i++) if (leftSec < WARN_BEFORE_SEC[i]!) level = i + 1;
    if (level <= this.warned) return;
    this.warned = level;
    this.emit({ event: 'expiring', expiresTs, leftSec });
  }

  /** Ends without an event. Returns true if a logout must follow. */
  close(): boolean {
    const mustLogOut = this.state !== 'ended' || this.reason !== 'refused';
    if (!this.isClosed && this.state !== 'ended') {
      this.state = 'ended';
      this.reason = 'closed';
      this.code = undefined;
      this.session.hasEnded = true;
    }
    const isFirst = !this.isClosed;
    this.isClosed = true;
    return isFirst && mustLogOut;
  }

  /** Milliseconds until the next call of `tick`; `undefined` once the keeper has ended. */
  pause(): number | undefined {
    if (this.state === 'ended') return undefined;
    const now = this.now();
    let at = this.isBeating ? now + LOOK_EVERY_MS : this.nextAt;
    // A timer looks often, so that it notices a sleep before the grace period ends.
    if (!this.isTicked) at = Math.min(at, now + LOOK_EVERY_MS);
    if (this.state === 'offline') at = Math.min(at, this.endOfGrace());
    this.wakeAt = Math.max(at, now);
    return this.wakeAt - now;
  }

  /** Checks how late the host calls, since the time asleep does not count as time without a server. */
  private notice(): void {
    const late = this.wakeAt === undefined ? 0 : this.now() - this.wakeAt;
    this.wakeAt = undefined;
    this.overdueFrom = undefined;
    if (this.countsAsSleep(late)) this.credit(late);
    else this.endIfOver();
  }

  private endIfOver(): void {
    if (this.state !== 'offline') return;
    if (this.now() >= this.endOfGrace()) this.end('unreachable');
    else if (this.serverNow() >= this.session.expiresTs) this.end('expired');
  }

  /** Excludes time asleep from the grace period, and makes a heartbeat due. */
  private credit(slept: number): void {
    const { timeoutMs, graceMs } = this.session.client.settings;
    this.hasSlept = true;
    this.graceFrom += slept;
    // If the device slept at the end of the grace period, leaves time for a heartbeat, at most once per outage.
    if (this.isTicked) this.graceFrom = Math.max(this.graceFrom, this.now() + timeoutMs - graceMs);
    this.wokeUp();
  }

  /**
   * True if a call or an answer that is late by so many milliseconds counts as sleep. A delay that can have other
   * causes counts only while offline, and once per outage. If the program calls `tick`, this applies to every delay,
   * since a program that rarely calls `tick` looks like a device that sleeps again and again.
   */
  private countsAsSleep(late: number): boolean {
    if (!this.isTicked && late > LONGEST_DELAY_MS) return true;
    return late > SUSPENDED_MS && this.state === 'offline' && !this.hasSlept;
  }

  /** True if the program has not called `tick` for longer than a session stays licensed without a server. */
  private hasStoppedTicking(): boolean {
    if (!this.isTicked || this.overdueFrom === undefined) return false;
    const { timeoutMs, graceMs } = this.session.client.settings;
    return this.now() >= this.overdueFrom + Math.max(graceMs, timeoutMs);
  }

  private endOfGrace(): number {
    // In Auto.js nothing limits the time of a request, so only its end shows whether the device slept.
    const slept = this.isTicked ? 0 : this.sleptInBeat();
    return this.graceFrom + this.session.client.settings.graceMs + slept;
  }

  /** Milliseconds by which the running heartbeat has exceeded all its timeouts. For this time the device slept. */
  private sleptInBeat(): number {
    if (this.beatFrom === undefined) return 0;
    const { timeoutMs, hosts } = this.session.client.settings;
    const excess = this.now() - this.beatFrom - 2 * timeoutMs * hosts.length;
    return this.countsAsSleep(excess) ? excess : 0;
  }

  private *beat(): Steps<void> {
    this.beatFrom = this.now();
    this.beats++;
    let failure: Failure | undefined;
    let slept = 0;
    try {
      if (this.mustRenew) yield* this.renew();
      else yield* this.session.heartbeat();
    } catch (error) {
      // After an unexpected error, too, the grace period must limit the licence.
      failure = error instanceof Failure ? error : unavailable('untrusted', String(error));
      if (MAY_ANSWER_OTHERS.indexOf(failure.code ?? 0) >= 0) {
        this.session.client.requests.skipHost();
        failure = unavailable('untrusted', 'the refusal may answer other parameters');
      }
    } finally {
      slept = this.sleptInBeat();
      this.graceFrom += slept;
      if (slept > 0) this.hasSlept = true;
      this.beatFrom = undefined;
      this.wakeAt = undefined;
    }
    if (this.isClosed || this.hasEnded()) return;
    if (!failure) yield* this.succeed();
    else if (failure.kind === 'unavailable') this.fail(failure, slept > 0);
    else yield* this.refuse(failure);
  }

  private emit(event: KeeperEvent): void {
    if (!this.isClosed) this.handler(event);
  }

  private hasEnded(): boolean {
    return this.state === 'ended';
  }

  private *renew(): Steps<void> {
    yield* this.session.renew();
    this.mustRenew = false;
    this.renewedAt = this.now();
    // The grace period may have ended during the login.
    if (!this.hasEnded()) this.emit({ event: 'renewed' });
  }

  private *succeed(): Steps<void> {
    const now = this.now();
    this.failures = 0;
    this.nextAt = now + this.interval();
    if (this.state === 'offline') {
      this.state = 'online';
      this.emit({ event: 'online' });
    }
    if (this.state === 'online') yield* this.renewTicket();
  }

  private fail(failure: Failure, hasSlept: boolean): void {
    const now = this.now();
    const backoff = Math.min(SECOND * Math.pow(2, this.failures), this.baseInterval(), MAX_PAUSE_MS);
    this.failures = Math.min(this.failures + 1, 30);
    const pause = hasSlept ? 0 : varied(backoff);
    this.nextAt = now + Math.max(pause, SECOND * (failure.retryAfter ?? 0));
    if (this.state === 'online') {
      this.state = 'offline';
      this.graceFrom = now;
      this.hasSlept = false;
      this.emit({
        event: 'offline',
        since: Math.floor(this.serverNow()),
        reason: failure.reason ?? 'network',
      });
    }
    this.endIfOver();
  }

  private *refuse(failure: Failure): Steps<void> {
    const isOver = SESSION_OVER.indexOf(failure.code ?? 0) >= 0 && !this.mustRenew;
    if (!isOver || this.session.hasUnbound) return this.end('refused', failure.code);
    const isTooSoon = this.renewedAt !== undefined && this.now() - this.renewedAt < 3 * this.baseInterval();
    if (isTooSoon) return this.end('refused', failure.code);
    this.mustRenew = true;
    yield* this.beat();
  }

  private end(reason: EndReason, code?: number): void {
    this.state = 'ended';
    this.reason = reason;
    this.code = code;
    this.session.hasEnded = true;
    const { tell } = this;
    this.emit(tell === undefined ? { event: 'ended', reason } : { event: 'ended', reason, code, tell });
  }

  /**
   * Gets a new ticket when half of the stored ticket's lifetime has passed. After a failure it tries again at the next
   * heartbeat.
   */
  private *renewTicket(): Steps<void> {
    const { session } = this;
    if (!this.hasLookedForTicket) {
      this.hasLookedForTicket = true;
      yield* session.findTicket();
    }
    if (!session.ticketTimes || this.isTicketRefused) return;
    const { iat, exp } = session.ticketTimes;
    if (this.serverNow() < iat + (exp - iat) / 2) return;
    try {
      yield* session.ticket();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.isTicketRefused = error.kind !== 'unavailable';
    }
  }

  private interval(): number {
    return varied(this.baseInterval());
  }

  private baseInterval(): number {
    const { heartbeatMs } = this.session.client.settings;
    const hg = SECOND * this.session.hg;
    return heartbeatMs === undefined ? hg : Math.min(hg, heartbeatMs);
  }

  private now(): number {
    return this.session.client.platform.monotonic();
  }

  /** The server's time in seconds. */
  private serverNow(): number {
    return this.session.client.requests.clock.seconds();
  }
}

/** Varies a pause by ±10 %, so that many programs do not send heartbeats at the same time. */
function varied(milliseconds: number): number {
  return milliseconds * (0.9 + 0.2 * Math.random());
}
