/** Remembers the nonces of accepted requests, so that none is accepted twice. */
export abstract class NonceStore {
  /**
   * Claims `nonce` for an application; of any number of concurrent claims one succeeds.
   * @param now epoch milliseconds
   * @param holdMs lifetime of the claim in milliseconds
   * @returns false when the nonce is already claimed
   * @throws ClientHttpError 503 when the application holds too many
   */
  abstract claim(applicationId: number, nonce: string, now: number, holdMs: number): Promise<boolean>;
}
