import { ApiHideProperty, ApiProperty } from '@nestjs/swagger';

/** What a successful operation returns: flat, so that the response signature can cover it. */
export type Result = Readonly<Record<string, string | number>>;

/** Body of every answer of the client API (contract: Response envelope). */
export class Envelope {
  /** 0 on success. */
  @ApiProperty({ type: 'integer' })
  code!: number;

  /** `ok` on success, otherwise what is wrong in words, in the language of the application. */
  message!: string;

  /** Absent where the operation returns no data. Each operation documents its own. */
  @ApiHideProperty()
  result?: Result;

  /** Reason for each bad parameter, by its name; with code 400. */
  errs?: Record<string, string>;

  /** With code 500: also in the log. */
  request_id?: string;

  /** 16 digits, greater than those of any answer before. Present when the application has the response signature on. */
  nonce?: string;

  /** The signature of the answer, lowercase hex. Present when the application has the response signature on. */
  sign?: string;
}
