import { hash } from 'node:crypto';

/**
 * Zero bits that the SHA-256 of a proof begins with. Finding one takes 65,536 tries on average: two seconds on an old
 * phone at 30,000 a second, and a fraction of a second on a new one.
 */
export const PROOF_BITS = 16;

const PROOF = /^(?<challenge>[^.]{1,200}(?:\.[^.]{1,200}){3})\.\d{1,16}$/;

/** Returns the challenge of a proof, which is the challenge, a dot and a decimal number; undefined for other texts. */
export function challengeOf(proof: string): string | undefined {
  return proof.length > 500 ? undefined : PROOF.exec(proof)?.groups?.['challenge'];
}

/** True if the SHA-256 of the proof begins with `bits` zero bits. */
export function isSolved(proof: string, bits = PROOF_BITS): boolean {
  const digest = hash('sha256', proof, 'buffer');
  return Math.clz32(digest.readUInt32BE(0)) >= bits;
}
