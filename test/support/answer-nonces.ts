/** A client's check of the nonces in signed answers, implemented from docs/protocol.md alone. */
export class AnswerNonces {
  private last = '';
  private readonly taken = new Set<string>();

  /** Returns the value to pass to `take` with the answer. Call it when a request is sent. */
  sent(): string {
    return this.last;
  }

  /** Accepts the nonce of an answer and returns true when it is valid. */
  take(nonce: string, lastWhenSent: string): boolean {
    if (!isAnswerNonce(nonce) || nonce <= lastWhenSent || this.taken.has(nonce)) return false;
    this.taken.add(nonce);
    if (nonce > this.last) this.last = nonce;
    return true;
  }
}

/** Requires exactly 16 digits: otherwise digits could be shifted between the last value and the nonce. */
export function isAnswerNonce(nonce: string): boolean {
  return /^[0-9]{16}$/.test(nonce);
}
