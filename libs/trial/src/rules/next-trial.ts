import type { Application, Trial } from '@app/database';
import { MINUTE_MS } from '@app/platform';
import { intervalStart } from './interval-start.js';

type Terms = Pick<Application, 'trial' | 'trialMinutes' | 'trialIntervalHours' | 'timeZone'>;
export type TrialPeriod = Pick<Trial, 'startedAt' | 'expiresAt'>;

/**
 * Returns the period of a device's trial at a login: the running trial or a new trial. Returns undefined if the device
 * may not have a trial now. A trial may run beyond the end of the interval in which it began.
 * @param last the device's latest trial
 * @param now epoch milliseconds
 */
export function nextTrial(last: TrialPeriod | undefined, terms: Terms, now: number): TrialPeriod | undefined {
  const end = now + terms.trialMinutes * MINUTE_MS;
  if (last && now < last.expiresAt) {
    // If the trial began after `now`, the clock was set back, which must not prolong the trial.
    const { startedAt, expiresAt } = last;
    return { startedAt, expiresAt: startedAt > now ? Math.min(expiresAt, end) : expiresAt };
  }
  return last && isUsed(last, terms, now) ? undefined : { startedAt: now, expiresAt: end };
}

/**
 * True if the earlier trial prevents a new trial. In the mode `once` this is always true, in the mode `interval` if the
 * earlier trial began in the current interval.
 */
function isUsed(
  { startedAt }: TrialPeriod,
  { trial, trialIntervalHours, timeZone }: Terms,
  now: number,
): boolean {
  return trial === 'once' || startedAt >= intervalStart(now, trialIntervalHours, timeZone);
}
