import { randomBytes } from 'node:crypto';

export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const LOWERCASE_ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyz0123456789';

const BYTE_VALUES = 256;
/** Number of random bytes fetched per call, since a call for each character would be slow. */
const BYTES_AT_A_TIME = 4096;

/** Returns one random text (see `randomTexts`). */
export function randomText(length: number, alphabet: string = ALPHANUMERIC): string {
  return randomTexts(1, length, alphabet)[0]!;
}

/**
 * Returns `count` texts of `length` characters. A cryptographic random source draws each character uniformly from
 * `alphabet`.
 * @param alphabet 1–256 characters, counted as code points
 */
export function randomTexts(count: number, length: number, alphabet: string): string[] {
  const characters = Array.from(alphabet);
  // Bytes at or above this limit are skipped: they would make the alphabet's first characters more likely.
  const bound = BYTE_VALUES - (BYTE_VALUES % characters.length);
  let bytes = Buffer.alloc(0);
  let used = 0;
  const draw = (): string => {
    for (;;) {
      if (used === bytes.length) {
        bytes = randomBytes(BYTES_AT_A_TIME);
        used = 0;
      }
      const byte = bytes[used++]!;
      if (byte < bound) return characters[byte % characters.length]!;
    }
  };
  return Array.from({ length: count }, () => {
    let text = '';
    for (let i = 0; i < length; i++) text += draw();
    return text;
  });
}
