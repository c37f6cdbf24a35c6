import type { Notifier } from '@app/database';
import { KIND_FIELDS, type KindValues } from './notifier-kinds.js';

/** Defaults for omitted settings of a notifier. */
export const NOTIFIER_DEFAULTS = {
  enabled: true,
  types: ['*'],
  revealCards: false,
  recipient: null,
  address: null,
  language: 'en',
  timeZone: 'UTC',
  quietFrom: null,
  quietTo: null,
  mode: 'instant',
  digestHour: 9,
} as const satisfies Partial<Notifier>;

/** Column values of a notifier that was never used. */
export const UNUSED = {
  pausedUntil: 0,
  leaseOwner: null,
  leaseUntil: 0,
  failures: 0,
  recentAttempts: '',
  lastAt: null,
  lastSent: null,
  lastAnswer: null,
} as const satisfies Partial<Notifier>;

/**
 * Returns a hint that lets people recognise a token without revealing it: the host of a webhook address, and the last
 * four characters.
 */
export function tokenHint({ kind, token }: Pick<KindValues, 'kind' | 'token'>): string | null {
  if (token === null) return null;
  const end = token.length >= 16 ? token.slice(-4) : '';
  return KIND_FIELDS[kind].token === 'url' ? `${new URL(token).host}/…${end}` : `…${end}`;
}
