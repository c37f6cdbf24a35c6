import { Injectable } from '@nestjs/common';
import type { ActivityCount, ActivityEvent, FunctionCallCount, Refusal } from '@app/database';
import { AppConfig, KeyThrottle, HOUR_MS } from '@app/platform';
import { RefusalBudget } from './refusal-budget.js';

/** Period in milliseconds within which identical refusals are recorded only once. */
export const REFUSAL_PERIOD_MS = 60_000;
/** Maximum number of refusals buffered between two writes. Further refusals are only counted. */
const MAX_REFUSALS = 1000;
/** Maximum number of distinct counts buffered while the database is unavailable. */
const MAX_COUNTS = 50_000;
/** Maximum number of refusals that are remembered, so that their repetitions are recognized. */
const MAX_REMEMBERED = 50_000;
/** Maximum lengths of the columns. Longer values in a refused request are truncated. */
const MAX_NAME = 64;
const MAX_DEVICE_ID = 128;
const MAX_VERSION = 64;

export type NewRefusal = Omit<Refusal, 'id'>;

/** Events since the last `take`. */
export interface Activity {
  readonly counts: readonly Readonly<ActivityCount>[];
  readonly refusals: readonly NewRefusal[];
  readonly functionCalls: readonly Readonly<FunctionCallCount>[];
}

/**
 * Records events in memory, so that requests do not wait for the database. `UsageWriter` saves the events to the
 * database later.
 */
@Injectable()
export class UsageLog {
  private counts = new Map<string, ActivityCount>();
  private refusals: NewRefusal[] = [];
  private functionCalls = new Map<string, FunctionCallCount>();
  private readonly onceAMinute = new KeyThrottle(REFUSAL_PERIOD_MS, MAX_REMEMBERED);
  private readonly budget: RefusalBudget;

  constructor({ retention }: AppConfig) {
    this.budget = new RefusalBudget(retention.refusalsPerHour);
  }

  /**
   * Counts an event.
   * @param now epoch milliseconds
   * @param code error code of a refusal, card type of an activation; 0 for other events
   * @param count number of times it occurred
   */
  count(applicationId: number, event: ActivityEvent, now: number, code = 0, count = 1): void {
    this.add({ applicationId, hour: Math.floor(now / HOUR_MS), event, code, count });
  }

  /**
   * Counts a refusal. Also records its details, unless a limit is reached or an identical refusal (same name, device,
   * endpoint and code) was recorded less than a minute ago, for example because a client keeps retrying.
   */
  refused(refusal: NewRefusal): void {
    const { applicationId, at, code, endpoint } = refusal;
    this.count(applicationId, 'refusal', at, code);
    if (isLogin(endpoint)) this.count(applicationId, 'login_refusal', at);
    if (this.refusals.length >= MAX_REFUSALS) return;
    const name = cut(refusal.name, MAX_NAME);
    const deviceId = cut(refusal.deviceId, MAX_DEVICE_ID);
    if (
      this.onceAMinute.pass(JSON.stringify([applicationId, endpoint, code, name, deviceId]), at) &&
      this.budget.take(applicationId, refusal.ip, at)
    )
      this.refusals.push({ ...refusal, name, deviceId, version: cut(refusal.version, MAX_VERSION) });
  }

  /**
   * Counts a call of a function by a client.
   * @param now epoch milliseconds
   */
  functionCalled(
    { id: functionId, applicationId }: { id: number; applicationId: number },
    isFailure: boolean,
    now: number,
  ): void {
    const hour = Math.floor(now / HOUR_MS);
    this.addCalls({ applicationId, hour, functionId, calls: 1, failures: isFailure ? 1 : 0 });
  }

  /** Returns all recorded events and empties the log. */
  take(): Activity {
    const { counts, refusals, functionCalls } = this;
    this.counts = new Map();
    this.refusals = [];
    this.functionCalls = new Map();
    return { counts: [...counts.values()], refusals, functionCalls: [...functionCalls.values()] };
  }

  /** Puts back events that could not be saved. */
  putBack({ counts, refusals, functionCalls }: Activity): void {
    for (const count of counts) this.add(count);
    for (const count of functionCalls) this.addCalls(count);
    this.refusals = [...refusals, ...this.refusals].slice(0, MAX_REFUSALS);
  }

  private add(more: ActivityCount): void {
    const key = `${more.applicationId} ${more.hour} ${more.event} ${more.code}`;
    const known = this.counts.get(key);
    if (known) known.count += more.count;
    else if (this.counts.size < MAX_COUNTS) this.counts.set(key, more);
  }

  private addCalls(more: FunctionCallCount): void {
    const key = `${more.functionId} ${more.hour}`;
    const known = this.functionCalls.get(key);
    if (known) {
      known.calls += more.calls;
      known.failures += more.failures;
    } else if (this.functionCalls.size < MAX_COUNTS) this.functionCalls.set(key, more);
  }
}

/** True for the endpoints with which cards, users and trials log in. */
function isLogin(endpoint: string): boolean {
  return endpoint.endsWith('/login');
}

/** Returns the first `max` characters. They are counted in Unicode code points, as in databases. */
function cut(text: string | null, max: number): string | null {
  return (
    text &&
    Array.from(text.slice(0, 2 * max))
      .slice(0, max)
      .join('')
  );
}
