import { sha256 } from '@noble/hashes/sha2.js';

// The browser's own SHA-256 is missing on pages served over plain HTTP, and takes longer for texts this short.

/** Maximum time for which the page may be unresponsive, in milliseconds. */
const SLICE_MS = 30;
const TRIES_BETWEEN_LOOKS = 200;

/**
 * Finds a number for which the SHA-256 of `challenge.number` begins with `bits` zero bits. The work is done in slices,
 * so that the page stays responsive.
 * @param bits at most 32
 * @param onProgress gets the progress from 0 to 1, estimated from the average work
 * @returns `challenge.number`
 */
export async function solve(
  challenge: string,
  bits: number,
  onProgress: (done: number) => void,
): Promise<string> {
  const average = Math.pow(2, bits);
  for (let counter = 0; ;) {
    const until = Date.now() + SLICE_MS;
    do {
      for (const last = counter + TRIES_BETWEEN_LOOKS; counter < last; counter++) {
        const proof = `${challenge}.${counter}`;
        if (zeroBits(sha256(toBytes(proof))) >= bits) return proof;
      }
    } while (Date.now() < until);
    onProgress(1 - Math.exp(-counter / average));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** Returns the number of zero bits with which a digest begins, at most 32. */
function zeroBits(digest: Uint8Array): number {
  return Math.clz32((digest[0]! << 24) | (digest[1]! << 16) | (digest[2]! << 8) | digest[3]!);
}

/** `text` is ASCII, like every challenge. */
function toBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
