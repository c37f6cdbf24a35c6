import { Injectable } from '@nestjs/common';

/** Limits whose refusals are counted. Limits with a setting are named after it: `nonces` after `LIMIT_NONCES`. */
const LIMITS = [
  'refused_requests',
  'wrong_guesses',
  'wrong_passwords',
  'taken_names',
  'new_trials',
  'wrong_sign_ins',
  'wrong_keys',
  'portal_guesses',
  'portal_requests',
  'waiting_passwords',
  'nonces',
] as const;

export type LimitName = (typeof LIMITS)[number];

/** Counts how often each limit has refused since the process started. */
@Injectable()
export class LimitMetrics {
  readonly refusals = new Map<LimitName, number>(LIMITS.map((limit) => [limit, 0]));

  count(limit: LimitName): void {
    this.refusals.set(limit, this.refusals.get(limit)! + 1);
  }
}
