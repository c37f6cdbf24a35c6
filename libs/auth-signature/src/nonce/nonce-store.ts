/** Stores the nonces of accepted requests, so that no request is accepted twice. */
export abstract class NonceStore {
  /**
   * Claims `nonce` for an application. Exactly one of several concurrent claims succeeds.
   * @param now epoch milliseconds
   * @param holdMs lifetime of the claim in milliseconds
   * @param usableSince epoch milliseconds before which the nonce cannot have been claimed
   * @returns false if the nonce is already claimed
   * @throws ClientHttpError 503 if the application holds too many nonces, or if earlier claims may have been lost
   */
  abstract claim(
    applicationId: number,
    nonce: string,
    now: number,
    holdMs: number,
    usableSince: number,
  ): Promise<boolean>;
}
