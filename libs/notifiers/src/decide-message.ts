import type { Notifier, NotifierMessage } from '@app/database';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@app/platform';
import type { Outcome } from './services/service.js';

/** Age of an event after which its message is no longer sent, since the message would be of no use. */
export const GIVE_UP_MS = DAY_MS;

/** Pauses after consecutive failures; the last pause repeats. */
const PAUSES_MS = [30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
/** Maximum pause, even if a service requests a longer one. */
const MAX_PAUSE_MS = HOUR_MS;

/** Columns that an attempt changes. */
export interface MessageDecision {
  readonly message: Pick<NotifierMessage, 'status' | 'attempts' | 'nextAt' | 'lastAt' | 'lastAnswer'>;
  readonly notifier: Pick<Notifier, 'failures' | 'pausedUntil' | 'lastAt' | 'lastSent' | 'lastAnswer'>;
}

/**
 * Decides the consequences of an attempt. A fault of the service or of the settings pauses the notifier, so that an
 * unavailable service does not get a request for each message. The failed message moves behind the other messages, so
 * that it cannot block them.
 * @param failures the notifier's consecutive failures before this attempt
 * @param now epoch milliseconds at the end of the attempt
 */
export function decideMessage(
  outcome: Outcome,
  failures: number,
  { attempts, createdAt }: Pick<NotifierMessage, 'attempts' | 'createdAt'>,
  now: number,
): MessageDecision {
  const { result, answer } = outcome;
  const last = { lastAt: now, lastAnswer: answer };
  const made = { attempts: attempts + 1, ...last };
  const notifier = { failures: 0, pausedUntil: 0, lastSent: result === 'sent', ...last };
  if (outcome.result === 'sent') return { message: { ...made, status: 'sent', nextAt: null }, notifier };
  if (outcome.result === 'refused') return { message: { ...made, status: 'failed', nextAt: null }, notifier };
  const wait = outcome.result === 'busy' ? (outcome.waitMs ?? pauseAfter(failures)) : HOUR_MS;
  const pausedUntil = now + Math.min(wait, MAX_PAUSE_MS);
  const nextAt = Math.max(pausedUntil, now + pauseAfter(attempts));
  const isGivenUp = nextAt > createdAt + GIVE_UP_MS;
  return {
    message: isGivenUp ? { ...made, status: 'failed', nextAt: null } : { ...made, status: 'pending', nextAt },
    notifier: { ...notifier, failures: failures + 1, pausedUntil },
  };
}

function pauseAfter(failures: number): number {
  return PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]!;
}
