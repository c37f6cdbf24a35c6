import { hasLength } from '@app/platform';
import type { Reason } from '../errors/client-errors.js';
import { NONCE_MAX_LENGTH } from './common-parameters.dto.js';
import type { Parameters } from './read-parameters.js';

/** What is wrong with the parameters that every request carries: the reasons by the parameters' names. */
export function commonParameterFaults(parameters: Parameters): Record<string, Reason> {
  const reasons: Record<string, Reason> = {};
  for (const name of ['app_key', 'timestamp', 'nonce', 'sign']) {
    if (!parameters.get(name)) reasons[name] = { key: 'required' };
  }
  const [timestamp, nonce] = [parameters.get('timestamp'), parameters.get('nonce')];
  if (timestamp && !isTimestamp(timestamp)) reasons.timestamp = { key: 'seconds' };
  if (nonce && !isNonce(nonce)) reasons.nonce = { key: 'length', args: [1, NONCE_MAX_LENGTH] };
  // `nonce=N&scope=card` would be signed like the nonce `N&scope=card`, so that a captured request could be sent once
  // more under a nonce that looks new.
  if (nonce?.includes('&')) reasons.nonce = { key: 'ampersand' };
  return reasons;
}

/** Whether a text is long enough for a nonce, and not too long. */
export function isNonce(text: string): boolean {
  return hasLength(text, 1, NONCE_MAX_LENGTH);
}

/** Whether a text is epoch seconds. */
export function isTimestamp(text: string): boolean {
  return /^\d{1,12}$/.test(text);
}
