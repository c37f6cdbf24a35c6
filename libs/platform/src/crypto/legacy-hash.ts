import { compare } from 'bcrypt';
import { createHash, timingSafeEqual } from 'node:crypto';

// Users that were imported from another system keep that system's password hash until their next login.

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const [LEAST_COST, MOST_COST] = [4, 14];
/** Up to this cost bcrypt takes less time than argon2id. */
const CHEAP_COST = 8;
const MD5 = /^\$md5\$([0-9a-f]{32})$/;
const MD5_HEX = /^[0-9a-fA-F]{32}$/;

/**
 * Returns the stored form of a hash from another system: bcrypt (`$2a$`, `$2b$`, `$2y$`) with a cost of 4 to 14, or MD5
 * in hex. Returns `undefined` for other texts. With a higher cost, each login attempt would occupy a thread for
 * seconds.
 */
export function parseLegacyHash(text: string): string | undefined {
  if (MD5_HEX.test(text)) return `$md5$${text.toLowerCase()}`;
  const cost = Number(BCRYPT.exec(text)?.[1]);
  return cost >= LEAST_COST && cost <= MOST_COST ? text : undefined;
}

/** True for the stored form of a hash from another system. */
export function isLegacyHash(hash: string): boolean {
  return MD5.test(hash) || BCRYPT.test(hash);
}

/** True when comparing with this hash takes less time than argon2id. */
export function isCheapHash(hash: string): boolean {
  const cost = BCRYPT.exec(hash)?.[1];
  return cost === undefined || Number(cost) <= CHEAP_COST;
}

/**
 * Returns true if `password` matches a hash from another system. bcrypt runs in the thread pool and reads at most 72
 * bytes of the password, as in the other system.
 */
export async function verifyLegacyHash(password: string, hash: string): Promise<boolean> {
  const md5 = MD5.exec(hash)?.[1];
  // The three prefixes stand for the same algorithm; the library supports only the newest prefix.
  if (md5 === undefined) return compare(password, hash.replace(/^\$2[aby]/, '$2b'));
  return timingSafeEqual(createHash('md5').update(password).digest(), Buffer.from(md5, 'hex'));
}
