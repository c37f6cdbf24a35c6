import { requireDecodable, requirePort } from './url-parts.js';

const SHAPE = /^rediss?:\/\/(?:[^/?#]*@)?(?:\[[^\]]*\]|[^:/?#@]*)(?::([^/?#]*))?(?:[/?][^\s@]*)?$/;

/**
 * Checks parts of the URL that the Redis client does not check, or refuses without naming the setting.
 * @throws Error with a message to append to the setting's name
 */
export function requireRedisUrl(text: string): void {
  const [shape, port] = SHAPE.exec(text) ?? [];
  if (shape !== undefined && port) requirePort(port);
  const url = shape === undefined ? null : URL.parse(text);
  if (!url || url.hash !== '')
    throw new Error(
      'must look like redis://user:password@host:6379/0 (in a password, write # as %23, / as %2F, ? as %3F)',
    );
  requireDecodable(url.username);
  requireDecodable(url.password);
  if (!/^(\/\d*)?$/.test(url.pathname))
    throw new Error('must have a whole number as its database, as in redis://host:6379/0');
}
