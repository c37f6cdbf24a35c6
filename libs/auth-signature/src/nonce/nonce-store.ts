/** Remembers the nonces of accepted requests, so that none is accepted twice. */
export abstract class NonceStore {
  /**
   * Takes `nonce` for an application; of any number of concurrent claims one succeeds.
   * @param now epoch milliseconds
   * @param holdMs how long the nonce stays taken, in milliseconds
   * @returns false when it is taken already
   * @throws ClientHttpError 503 when the application holds too many
   */
  abstract claim(applicationId: number, nonce: string, now: number, holdMs: number): Promise<boolean>;
}
