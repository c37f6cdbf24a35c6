import { ApiHideProperty, ApiProperty } from '@nestjs/swagger';

/** Result of a successful operation: flat, so that the response signature can cover it. */
export type Result = Readonly<Record<string, string | number>>;

/** Body of every answer of the client API (contract: Response envelope). */
export class Envelope {
  /** 0 on success. */
  @ApiProperty({ type: 'integer' })
  code!: number;

  /** `ok` on success, otherwise the error message in the application's language. */
  message!: string;

  /** Absent if the operation returns no data. Each operation documents its own result. */
  @ApiHideProperty()
  result?: Result;

  /** With code 400: the reason for each bad parameter, by parameter name. */
  errs?: Record<string, string>;

  /** With code 500: the id of the request, which is also in the log. */
  request_id?: string;

  /**
   * Only if the application signs answers by `digest`: a number of 16 digits, greater than in any earlier answer. Empty
   * in refusals that are not signed.
   */
  nonce?: string;

  /**
   * Only if the application signs answers by `ed25519`: the server's time in epoch seconds, covered by the signature.
   */
  @ApiProperty({ type: 'integer' })
  time?: number;

  /** Id of the application's public key, if answers are signed by `ed25519`. */
  kid?: string;

  /**
   * Signature of the answer: lowercase hex by `digest`, base64url by `ed25519`. Empty in refusals that are not signed.
   */
  sign?: string;
}
