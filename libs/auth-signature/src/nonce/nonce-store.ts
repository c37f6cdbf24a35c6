/** Stores the nonces of accepted requests, so that no request is accepted twice. */
export abstract class NonceStore {
  /**
   * Claims `nonce` for an application. Exactly one of several concurrent claims succeeds.
   * @param now epoch milliseconds
   * @param holdMs lifetime of the claim in milliseconds
   * @returns false if the nonce is already claimed
   * @throws ClientHttpError 503 when the application holds too many
   */
  abstract claim(applicationId: number, nonce: string, now: number, holdMs: number): Promise<boolean>;
}
