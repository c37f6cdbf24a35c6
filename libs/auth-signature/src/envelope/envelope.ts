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

  /** Absent when the operation returns no data. Each operation documents its own. */
  @ApiHideProperty()
  result?: Result;

  /** Reason for each bad parameter, by its name; with code 400. */
  errs?: Record<string, string>;

  /** Id of the request, also in the log; with code 500. */
  request_id?: string;

  /**
   * 16 digits, greater than those of any earlier answer, where the application signs answers by `digest`; empty in
   * refusals that are not signed.
   */
  nonce?: string;

  /** The server's time in epoch seconds, which the signature covers, where the application signs by `ed25519`. */
  @ApiProperty({ type: 'integer' })
  time?: number;

  /** Id of the application's public key, if answers are signed by `ed25519`. */
  kid?: string;

  /**
   * Signature of the answer: lowercase hex by `digest`, base64url by `ed25519`. Empty in refusals that are not signed.
   */
  sign?: string;
}
