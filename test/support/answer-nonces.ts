/** The rule of docs/protocol.md by which a client takes the nonces of signed answers, written from that page alone. */
export class AnswerNonces {
  private last = '';
  private readonly taken = new Set<string>();

  /** To be called when a request is sent, and to be given to `take` with its answer. */
  sent(): string {
    return this.last;
  }

  /** Whether an answer with this nonce may be taken, which it then is. */
  take(nonce: string, lastWhenSent: string): boolean {
    if (!isAnswerNonce(nonce) || nonce <= lastWhenSent || this.taken.has(nonce)) return false;
    this.taken.add(nonce);
    if (nonce > this.last) this.last = nonce;
    return true;
  }
}

/** Exactly 16 digits: others could be shifted to and fro between the last value and the nonce. */
export function isAnswerNonce(nonce: string): boolean {
  return /^[0-9]{16}$/.test(nonce);
}
