import { ApiProperty } from '@nestjs/swagger';

/** Maximum length of a nonce, in characters. */
export const NONCE_MAX_LENGTH = 36;

/** Parameters common to all requests; the guard checks them. */
export class CommonParameters {
  /**
   * Key of the application: 20 characters of `a-z0-9`.
   * @example blsvh14llhcr96vtboqg
   */
  @ApiProperty()
  app_key!: string;

  /**
   * Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
   * application's clock leeway.
   * @example 1574654197
   */
  @ApiProperty({ type: 'integer' })
  timestamp!: number;

  /**
   * 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
   * unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
   * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
   */
  @ApiProperty({ minLength: 1, maxLength: NONCE_MAX_LENGTH })
  nonce!: string;

  /**
   * Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
   * (MD5) or 64 (HMAC-SHA256).
   * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
   */
  @ApiProperty()
  sign!: string;
}
