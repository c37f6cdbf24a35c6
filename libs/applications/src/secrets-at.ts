import type { ClientApplication } from './application-directory.js';

type Secrets = Pick<ClientApplication, 'secret' | 'previousSecret' | 'previousSecretUntil'>;

/**
 * Returns the secrets that are valid at a given time: the current secret and, until `previousSecretUntil`, the previous
 * secret.
 * @param now epoch milliseconds
 */
export function secretsAt(
  { secret, previousSecret, previousSecretUntil }: Secrets,
  now: number,
): readonly string[] {
  if (previousSecret === null || previousSecretUntil === null) return [secret];
  return now < previousSecretUntil ? [secret, previousSecret] : [secret];
}
