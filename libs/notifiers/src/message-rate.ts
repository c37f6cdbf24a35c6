import { MINUTE_MS } from '@app/platform';

/** Maximum number of messages that a notifier receives per minute; the last one summarizes the waiting messages. */
const MESSAGES_PER_MINUTE = 20;

/** The current allowance of a notifier. */
export interface Allowance {
  /** Messages left in this minute. */
  readonly left: number;
  /** Epoch milliseconds from which another message is allowed; undefined if a message is allowed now. */
  readonly freeAt: number | undefined;
}

/** Parses the times of the latest attempts, oldest first. Attempts more than a minute old do not count. */
function within(recentAttempts: string, now: number): number[] {
  const times = recentAttempts.split(',').filter(Boolean).map(Number);
  // A clock that was set back must not keep a notifier silent.
  return times.filter((at) => at > now - MINUTE_MS && at <= now);
}

/** @param now epoch milliseconds */
export function allowanceAt(recentAttempts: string, now: number): Allowance {
  const times = within(recentAttempts, now);
  const left = Math.max(0, MESSAGES_PER_MINUTE - times.length);
  return { left, freeAt: left > 0 ? undefined : times.at(-MESSAGES_PER_MINUTE)! + MINUTE_MS };
}

/** Returns the attempts of the last minute, including a new one. */
export function withAttempt(recentAttempts: string, now: number): string {
  return [...within(recentAttempts, now), now].slice(-MESSAGES_PER_MINUTE).join(',');
}
