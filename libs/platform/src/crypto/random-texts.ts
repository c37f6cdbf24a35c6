import { randomBytes } from 'node:crypto';

const BYTE_VALUES = 256;
/** Fetched at a time: one call for each character would cost more than all the rest. */
const BYTES_AT_A_TIME = 4096;

/**
 * Many texts of `length` characters, each character drawn evenly from the cryptographic source.
 * @param alphabet 1–256 characters, counted as code points
 */
export function randomTexts(count: number, length: number, alphabet: string): string[] {
  const characters = Array.from(alphabet);
  // The bytes from here on would make the first characters of the alphabet likelier than the others.
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
