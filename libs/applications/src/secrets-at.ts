import type { ClientApplication } from './application-directory.js';

type Secrets = Pick<ClientApplication, 'secret' | 'previousSecret' | 'previousSecretUntil'>;

/**
 * Returns the secrets that verify a request at a given time, the current one first; after a rotation also the previous
 * one, until `previousSecretUntil`.
 * @param now epoch milliseconds
 */
export function secretsAt(
  { secret, previousSecret, previousSecretUntil }: Secrets,
  now: number,
): readonly string[] {
  if (previousSecret === null || previousSecretUntil === null) return [secret];
  return now < previousSecretUntil ? [secret, previousSecret] : [secret];
}
