import { requireDecodable, requirePort } from './url-parts.js';

const SHAPE = /^rediss?:\/\/(?:[^/?#]*@)?(?:\[[^\]]*\]|[^:/?#@]*)(?::([^/?#]*))?(?:[/?][^\s@]*)?$/;

/**
 * Checks parts that the Redis client would accept unchecked, or refuse without naming the setting.
 * @throws Error whose words go behind the name of the setting
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
