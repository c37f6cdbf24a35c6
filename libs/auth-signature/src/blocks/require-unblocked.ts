import type { BlockDirectory, NamedKind } from '@app/applications';
import { RefusalError } from '@app/licensing';
import { ClientHttpError } from '../errors/client-errors.js';
import type { Parameters } from '../parameters/read-parameters.js';

const MAX_RETRY_AFTER_SEC = 3600;

/** Parameters with values that a block can match. */
export const BLOCKABLE_PARAMETERS: readonly (readonly [parameter: string, kind: NamedKind])[] = [
  ['card', 'card'],
  ['use_card', 'card'],
  ['kami', 'card'],
  ['username', 'user'],
  ['user', 'user'],
  ['device_id', 'device'],
];

/**
 * Refuses blocked addresses.
 * @param applicationId `null` to check only the blocks that apply to all applications; an id to check only the
 * application's own blocks
 * @param now epoch milliseconds
 * @throws ClientHttpError 429 when the address is blocked
 */
export function requireAddressUnblocked(
  blocks: BlockDirectory,
  applicationId: number | null,
  address: string,
  now: number,
): void {
  const until = blocks.addressBlockedUntil(applicationId, address, now);
  if (until > now) throw new ClientHttpError(429, retryAfterSec(until, now));
}

/**
 * Refuses blocked cards, users and devices.
 * @param now epoch milliseconds
 * @throws RefusalError 10212 if the parameters identify a blocked card, user or device
 */
export function requireNamesUnblocked(
  blocks: BlockDirectory,
  applicationId: number,
  parameters: Parameters,
  now: number,
): void {
  for (const [parameter, kind] of BLOCKABLE_PARAMETERS) {
    const name = parameters.get(parameter);
    // An empty parameter identifies nobody: clients without a card send an empty `kami`.
    if (name && blocks.isBlocked(applicationId, kind, name, now)) throw new RefusalError('BLOCKED');
  }
}

/**
 * Returns the seconds for which a blocked address should wait: the rest of its block, but at most an hour.
 * @param until epoch milliseconds later than `now`, or Infinity
 */
export function retryAfterSec(until: number, now: number): number {
  return Math.min(Math.ceil((until - now) / 1000), MAX_RETRY_AFTER_SEC);
}
