import { hasLength } from '@app/platform';
import type { Reason } from '../errors/client-errors.js';
import { NONCE_MAX_LENGTH } from './common-parameters.dto.js';
import type { Parameters } from './read-parameters.js';

/** Returns the faults of the parameters common to all requests: reasons by parameter name. */
export function commonParameterFaults(parameters: Parameters): Record<string, Reason> {
  const reasons: Record<string, Reason> = {};
  for (const name of ['app_key', 'timestamp', 'nonce', 'sign']) {
    if (!parameters.get(name)) reasons[name] = { key: 'required' };
  }
  const [timestamp, nonce] = [parameters.get('timestamp'), parameters.get('nonce')];
  if (timestamp && !isTimestamp(timestamp)) reasons.timestamp = { key: 'seconds' };
  if (nonce && !isNonce(nonce)) reasons.nonce = { key: 'length', args: [1, NONCE_MAX_LENGTH] };
  // The two parameters `nonce=N` and `scope=card` have the same signed text as the single nonce `N&scope=card`. Without
  // this rule, a captured request could be replayed under a nonce that looks new.
  if (nonce?.includes('&')) reasons.nonce = { key: 'ampersand' };
  return reasons;
}

/** True when a text has a valid length for a nonce. */
export function isNonce(text: string): boolean {
  return hasLength(text, 1, NONCE_MAX_LENGTH);
}

/** True when a text is epoch seconds. */
export function isTimestamp(text: string): boolean {
  return /^\d{1,12}$/.test(text);
}
