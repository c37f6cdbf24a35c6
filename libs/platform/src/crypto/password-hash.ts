import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { isCheapHash, isLegacyHash, verifyLegacyHash } from './legacy-hash.js';

const deriveKey = promisify(argon2);

/** The cost of a password hash. Only tests lower it. */
export class HashCost {
  constructor(
    /** Memory in KiB. The default is the OWASP minimum for argon2id with two passes. */
    readonly memory = 19_456,
    readonly passes = 2,
  ) {}
}

const PARALLELISM = 1;
const TAG_BYTES = 32;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes a password with argon2id into the PHC string format (`$argon2id$v=19$m=…$salt$hash`). */
export async function hashPassword(password: string, cost = new HashCost()): Promise<string> {
  const salt = randomBytes(16);
  const parameters = {
    memory: cost.memory,
    passes: cost.passes,
    parallelism: PARALLELISM,
    tagLength: TAG_BYTES,
  };
  const tag = await deriveKey('argon2id', { message: password, nonce: salt, ...parameters });
  return phcText(cost, base64(salt), base64(tag));
}

function phcText({ memory, passes }: HashCost, salt: string, tag: string): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${PARALLELISM}$${salt}$${tag}`;
}

/** Returns a dummy hash to compare if there is no account, so that such logins take as long as others. */
function noHash(cost: HashCost): string {
  return phcText(cost, 'A'.repeat(22), 'A'.repeat(43));
}

/**
 * Returns true if `password` matches `hash`. The comparison uses the hash's parameters and takes constant time. Without
 * a hash, the function computes a hash with the given cost and returns false.
 *
 * A hash from another system is compared by its own algorithm. If this algorithm is faster than argon2id, an argon2id
 * computation follows, so that the time does not reveal which users were imported. Until the user's first login, a
 * bcrypt hash with a high cost takes longer than argon2id. This difference is not hidden, since then every login of
 * every user would be as slow.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  cost = new HashCost(),
): Promise<boolean> {
  if (hash !== null && isLegacyHash(hash)) {
    const isRight = await verifyLegacyHash(password, hash);
    if (isCheapHash(hash)) await verifyPassword(password, null, cost);
    return isRight;
  }
  const match = FORMAT.exec(hash ?? noHash(cost));
  if (!match) throw new Error('The stored password hash is not argon2id PHC text');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const salt = Buffer.from(match[4]!, 'base64');
  const expected = Buffer.from(match[5]!, 'base64');
  const parameters = { memory, passes, parallelism, tagLength: expected.length };
  const actual = await deriveKey('argon2id', { message: password, nonce: salt, ...parameters });
  return timingSafeEqual(actual, expected) && hash !== null;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
