/** A client's check of the nonces in signed responses, implemented only from docs/protocol.md. */
export class AnswerNonces {
  private last = '';
  private readonly taken = new Set<string>();

  /** Returns the value to pass to `take` with the answer. Call it when a request is sent. */
  sent(): string {
    return this.last;
  }

  /** Checks the nonce of a response and accepts it if it is valid. Returns true if it is valid. */
  take(nonce: string, lastWhenSent: string): boolean {
    if (!isAnswerNonce(nonce) || nonce <= lastWhenSent || this.taken.has(nonce)) return false;
    this.taken.add(nonce);
    if (nonce > this.last) this.last = nonce;
    return true;
  }
}

/** Requires exactly 16 digits. Otherwise digits could be moved between the last value and the nonce. */
export function isAnswerNonce(nonce: string): boolean {
  return /^[0-9]{16}$/.test(nonce);
}
