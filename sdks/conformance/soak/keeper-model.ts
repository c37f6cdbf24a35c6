/**
 * The expected state of a session keeper, derived from its requests and their outcomes. Times are
 * milliseconds on one monotonic clock.
 */

export type Outcome =
  | { kind: 'good' }
  | { kind: 'refused'; code: number }
  | { kind: 'failed'; reason: 'network' | 'busy' | 'untrusted'; retryAfterMs?: number };

/** A heartbeat or a renewing login at one host. */
export interface Attempt {
  action: 'heartbeat' | 'login';
  host: number;
  start: number;
  /** When the answer was sent or the connection was closed; `undefined` while the request is in progress. */
  end?: number;
  outcome?: Outcome;
  /** The client closed the connection before it had an answer. */
  isGivenUp?: boolean;
}

/** An event that a keeper reported. */
export interface Told {
  event: string;
  at: number;
  reason?: string;
  code?: number;
}

export interface Phase {
  at: number;
  state: 'online' | 'offline' | 'ended';
  event?: 'online' | 'offline' | 'renewed' | 'ended';
  reason?: string;
  code?: number;
}

export interface Fault {
  at: number;
  text: string;
}

export interface KeeperRules {
  hosts: number;
  intervalMs: number;
  timeoutMs: number;
  graceMs: number;
  /** Milliseconds that a connection may stay open after the client gave up, in an SDK whose library cannot close it. */
  lingerMs: number;
}

/** A keeper's life from `keep` on. */
export interface Life {
  /** When the driver was asked to keep the session, and when it confirmed this. */
  asked: number;
  begun: number;
  /** The host that answered the login. */
  preferred: number;
  attempts: readonly Attempt[];
  told: readonly Told[];
}

/** The environment of a keeper. */
export interface Surroundings {
  rules: KeeperRules;
  /** True if the host took connections all this time. */
  isOpen(host: number, from: number, to: number): boolean;
  /** Milliseconds by which the machine may have delayed what happened in this time. */
  tolerance(from: number, to: number): number;
}

/** Share by which pauses vary. */
const VARIED = 0.1;
const MAX_RETRY_MS = 60_000;
const SESSION_OVER = new Set([10214, 10404]);
/** Refusals that may answer other parameters than those of the keeper's request. */
const MAY_ANSWER_OTHERS = new Set([400, 10010, 10011, 10013, 10014]);
/** Minimum pause between two heartbeats. A request after a shorter pause belongs to the same heartbeat. */
const SAME_BEAT_MS = 850;

/** Replays a keeper's life until `now`; returns the expected states and the faults of its requests. */
export function follow(life: Life, now: number, around: Surroundings): { phases: Phase[]; faults: Fault[] } {
  return new Follower(life, now, around).run();
}

/** Returns the phases that an observation between `from` and `to` may have seen. */
export function phasesSeen(phases: Phase[], from: number, to: number, tolerance: number): Phase[] {
  return phases.filter(({ at }, i) => {
    const next = phases[i + 1]?.at ?? Infinity;
    return at - tolerance <= to && next + tolerance >= from;
  });
}

class Follower {
  private readonly phases: Phase[];
  private readonly faults: Fault[] = [];
  private preferred: number;
  private failures = 0;
  /** When the first failed beat was. */
  private failedAt: number | undefined;
  private renewedAt: number | undefined;
  private mustLogIn = false;
  /** When the next beat may begin, and when it must have begun. */
  private next: { from: number; to: number };

  constructor(
    private readonly life: Life,
    private readonly now: number,
    private readonly around: Surroundings,
  ) {
    const { asked, begun, preferred } = life;
    const pause = this.around.rules.intervalMs;
    this.phases = [{ at: begun, state: 'online' }];
    this.preferred = preferred;
    this.next = { from: asked + pause * (1 - VARIED), to: begun + pause * (1 + VARIED) };
  }

  run(): { phases: Phase[]; faults: Fault[] } {
    const attempts = this.life.attempts
      .toSorted((a, b) => a.start - b.start)
      .map((attempt) => this.withoutLinger(attempt));
    this.checkOverlaps(attempts);
    let at = 0;
    while (at < attempts.length && !this.hasEnded()) {
      this.checkStart(attempts[at]!);
      if (this.hasEnded()) break;
      at = this.followBeat(attempts, at);
    }
    this.endByGrace(this.now);
    const last = this.phases.at(-1)!;
    if (last.state === 'ended') {
      const late = attempts.slice(at).find(({ start }) => start > last.at + this.tolerance(last.at, start));
      if (late) {
        const after = Math.round(late.start - last.at);
        this.complain(late.start, `sent a ${late.action} ${after} ms after it had ended`);
      }
    } else if (attempts.every(({ end }) => end !== undefined)) {
      const overdue = this.now - this.next.to;
      if (overdue > this.tolerance(this.next.to, this.now))
        this.complain(this.now, `is late with a beat by ${Math.round(overdue)} ms`);
    }
    return { phases: this.phases, faults: this.faults };
  }

  /** Follows one beat through the hosts, from the attempt at `first` on; returns the position after it. */
  private followBeat(attempts: Attempt[], first: number): number {
    const tried = new Set<number>();
    for (let at = first; ; at++) {
      const attempt = attempts[at]!;
      tried.add(attempt.host);
      this.checkLength(attempt);
      const { end } = attempt;
      if (end === undefined) return attempts.length;
      this.endByGrace(end);
      if (this.hasEnded()) return at + 1;
      const next = attempts[at + 1];
      const follows = next && next.start - end < SAME_BEAT_MS ? next : undefined;
      const outcome = this.outcomeOf(attempt, follows, tried);
      if (outcome.kind === 'good') {
        this.succeeded(attempt, end);
        return at + 1;
      }
      if (outcome.kind === 'refused') {
        this.preferred = attempt.host;
        if (MAY_ANSWER_OTHERS.has(outcome.code)) {
          this.preferred = (attempt.host + 1) % this.around.rules.hosts;
          this.failed(end, 'untrusted');
          return at + 1;
        }
        if (!this.refused(attempt, end, outcome.code)) return at + 1;
        // The login belongs to the same beat, and may ask each host again.
        tried.clear();
        if (follows?.action === 'login') continue;
        if (this.now - end > SAME_BEAT_MS) this.complain(end, `did not log in again after ${outcome.code}`);
        return at + 1;
      }
      if (follows && follows.action === attempt.action && !tried.has(follows.host)) {
        this.checkAtOnce(end, follows.start, `host ${follows.host + 1}`);
        continue;
      }
      this.checkOtherHosts(end, tried, next);
      this.failed(end, outcome.reason, outcome.retryAfterMs);
      return at + 1;
    }
  }

  /** Returns the attempt, which ends at the client's timeout if only the connection stayed open for longer. */
  private withoutLinger(attempt: Attempt): Attempt {
    const { timeoutMs, lingerMs } = this.around.rules;
    const { start, end, outcome } = attempt;
    const length = (end ?? this.now) - start;
    const isAnswered = outcome !== undefined && outcome.kind !== 'failed';
    const mayLinger = timeoutMs + lingerMs + this.tolerance(start, start + timeoutMs + lingerMs);
    if (lingerMs === 0 || isAnswered || length <= timeoutMs || length > mayLinger) return attempt;
    return { ...attempt, end: start + timeoutMs, outcome: { kind: 'failed', reason: 'network' } };
  }

  /**
   * Returns the outcome for the client. If the client's timeout ended when the answer arrived, the client may not have
   * read the answer; in that case it continued as after a failure.
   */
  private outcomeOf(
    { start, end, outcome }: Attempt,
    follows: Attempt | undefined,
    tried: Set<number>,
  ): Outcome {
    if (outcome!.kind === 'failed') return outcome!;
    const tolerance = this.tolerance(start, end!);
    if (end! - start < this.around.rules.timeoutMs - tolerance) return outcome!;
    const wentOffline = this.life.told.some(
      ({ event, at }) => event === 'offline' && Math.abs(at - end!) <= tolerance,
    );
    const wentOnline = this.life.told.some(
      ({ event, at }) => event === 'online' && Math.abs(at - end!) <= tolerance,
    );
    const isOffline = this.failedAt !== undefined;
    const wentOn = follows !== undefined && !tried.has(follows.host);
    const isUnread = wentOn || (isOffline ? !wentOnline : wentOffline);
    return isUnread ? { kind: 'failed', reason: 'network' } : outcome!;
  }

  private succeeded({ action, host }: Attempt, at: number): void {
    const wasOffline = this.failedAt !== undefined;
    this.preferred = host;
    this.failures = 0;
    this.failedAt = undefined;
    if (action === 'login') {
      this.mustLogIn = false;
      this.renewedAt = at;
      this.phases.push({ at, state: 'online', event: 'renewed' });
    }
    if (wasOffline) this.phases.push({ at, state: 'online', event: 'online' });
    this.plan(at, this.around.rules.intervalMs);
  }

  /** Returns true if a login must follow. */
  private refused({ action }: Attempt, at: number, code: number): boolean {
    const { intervalMs } = this.around.rules;
    const renewedLately = this.renewedAt !== undefined && at - this.renewedAt < 3 * intervalMs;
    if (action === 'heartbeat' && SESSION_OVER.has(code) && !renewedLately) {
      this.mustLogIn = true;
      return true;
    }
    this.phases.push({ at, state: 'ended', event: 'ended', reason: 'refused', code });
    return false;
  }

  private failed(at: number, reason: string, retryAfterMs = 0): void {
    if (this.failedAt === undefined) {
      this.failedAt = at;
      this.phases.push({ at, state: 'offline', event: 'offline', reason });
    }
    const pause = Math.min(1000 * 2 ** this.failures, this.around.rules.intervalMs, MAX_RETRY_MS);
    this.failures++;
    this.plan(at, pause, retryAfterMs);
  }

  private plan(at: number, pause: number, atLeast = 0): void {
    this.next = {
      from: at + Math.max(pause * (1 - VARIED), atLeast),
      to: at + Math.max(pause, atLeast) * (1 + VARIED),
    };
  }

  private endByGrace(until: number): void {
    if (this.failedAt === undefined || this.hasEnded()) return;
    const at = this.failedAt + this.around.rules.graceMs;
    if (at <= until) this.phases.push({ at, state: 'ended', event: 'ended', reason: 'unreachable' });
  }

  private hasEnded(): boolean {
    return this.phases.at(-1)!.state === 'ended';
  }

  // Checks

  private checkOverlaps(attempts: Attempt[]): void {
    for (const [i, { start, action }] of attempts.entries()) {
      const before = attempts[i - 1];
      const overlap = (before?.end ?? this.now) - start;
      if (!before || overlap <= this.tolerance(start, start)) continue;
      this.complain(
        start,
        `began a ${action} ${Math.round(overlap)} ms before the ${before.action} had ended`,
      );
    }
  }

  private checkStart({ start, host, action }: Attempt): void {
    this.endByGrace(start - this.tolerance(start, start));
    if (this.hasEnded()) return;
    const { from, to } = this.next;
    const tolerance = this.tolerance(Math.min(to, start), start);
    if (start < from - tolerance) this.complain(start, `beat ${Math.round(from - start)} ms too early`);
    if (start > to + tolerance) this.complain(start, `beat ${Math.round(start - to)} ms too late`);
    if (action !== (this.mustLogIn ? 'login' : 'heartbeat')) this.complain(start, `sent a ${action} instead`);
    if (host !== this.preferred && this.around.isOpen(this.preferred, start - tolerance, start)) {
      this.complain(start, `asked host ${host + 1} first, but host ${this.preferred + 1} had answered last`);
    }
  }

  private checkLength({ start, end, isGivenUp }: Attempt): void {
    const { timeoutMs, graceMs } = this.around.rules;
    const until = end ?? this.now;
    const tolerance = this.tolerance(start, until);
    const length = Math.round(until - start);
    if (length > timeoutMs + tolerance) this.complain(until, `waited ${length} ms for an answer`);
    // The end of the grace period or of a session may abort a request.
    const graceEnd = this.failedAt === undefined ? Infinity : this.failedAt + graceMs - tolerance;
    if (isGivenUp && length < timeoutMs - tolerance && until < graceEnd) {
      this.complain(until, `gave up after ${length} ms`);
    }
  }

  private checkOtherHosts(at: number, tried: Set<number>, next: Attempt | undefined): void {
    const { hosts, graceMs } = this.around.rules;
    const patience = this.tolerance(at, at + SAME_BEAT_MS);
    const isOver = this.failedAt !== undefined && at > this.failedAt + graceMs - patience;
    if (this.now - at < patience || isOver) return;
    for (let host = 0; host < hosts; host++) {
      if (tried.has(host) || !this.around.isOpen(host, at - patience, at + patience)) continue;
      const then = next
        ? `asked host ${next.host + 1} ${Math.round(next.start - at)} ms later`
        : 'asked nobody';
      this.complain(at, `did not ask host ${host + 1} when the other one had failed, but ${then}`);
    }
  }

  private checkAtOnce(end: number, start: number, what: string): void {
    const tolerance = this.tolerance(end, start);
    if (start - end > tolerance)
      this.complain(start, `asked ${what} only after ${Math.round(start - end)} ms`);
  }

  private tolerance(from: number, to: number): number {
    return this.around.tolerance(from, to);
  }

  private complain(at: number, text: string): void {
    this.faults.push({ at, text });
  }
}
