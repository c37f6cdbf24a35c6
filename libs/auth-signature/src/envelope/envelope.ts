/** What a successful operation returns: flat, so that the response signature can cover it. */
export type Result = Readonly<Record<string, string | number>>;

/** Body of every answer of the client API (contract: Response envelope). */
export interface Envelope {
  /** 0 on success. */
  code: number;
  /** `ok` on success, otherwise what is wrong in words. */
  message: string;
  /** Absent where the operation returns no data. */
  result?: Result;
  /** Reason for each bad parameter, with code 400. */
  errs?: Record<string, string>;
  /** With code 500: also in the log. */
  request_id?: string;
  /** Present when the application has the response signature on. */
  nonce?: string;
  sign?: string;
}
