import { hash } from 'node:crypto';

/**
 * Number of zero bits with which the SHA-256 of a proof must begin. Finding such a proof takes 65,536 tries on average:
 * two seconds on an old phone (30,000 tries a second), and a fraction of a second on a new one.
 */
export const PROOF_BITS = 16;

const PROOF = /^(?<challenge>[^.]{1,200}(?:\.[^.]{1,200}){3})\.\d{1,16}$/;

/**
 * Returns the challenge in a proof; undefined if the text is not a proof. A proof consists of the challenge, a dot and
 * a decimal number.
 */
export function challengeOf(proof: string): string | undefined {
  return proof.length > 500 ? undefined : PROOF.exec(proof)?.groups?.['challenge'];
}

/** True if the SHA-256 of the proof begins with `bits` zero bits. */
export function isSolved(proof: string, bits = PROOF_BITS): boolean {
  const digest = hash('sha256', proof, 'buffer');
  return Math.clz32(digest.readUInt32BE(0)) >= bits;
}
