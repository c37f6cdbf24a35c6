import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { SIGN_MODES, type SignMode } from '@app/database';
import { LongText, Name, OneOf, Optional } from '@app/platform';
import { faultOptions } from '../../errors/field-faults.js';
import { RecordId } from '../../crud/filters.js';
import { SIGN_MISTAKES } from './sign-mistakes.js';

const METHODS = ['GET', 'POST', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** A client's request, given either as `raw` or as `parameters`. */
export class CheckSignatureDto {
  @RecordId()
  applicationId!: number;

  /** A query string, a URL with a query string, a urlencoded body or a JSON body, as it was sent; at most 16 KiB. */
  @Optional()
  @LongText()
  raw?: string;

  /** The parameters by name: text, integers, true or false; at most 16 KiB of JSON. */
  @Optional()
  @IsObject(faultOptions('not_an_object'))
  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }] },
  })
  parameters?: Record<string, string | number | boolean>;

  /**
   * Method of the request; default: `POST`. It is part of the signed text in the mode `hmac-sha256-path` and for
   * requests under `/v1`.
   */
  @Optional()
  @OneOf(METHODS)
  method?: Method;

  /**
   * Path of the request as it was sent. It begins with `/api/client/v1` or, for a 泡椒云 client, with `/v1`. By default,
   * the path of the URL in `raw`. The sign mode `hmac-sha256-path` requires a path.
   */
  @Optional()
  @Name(1, 1024)
  path?: string;

  /** Host that the client called, with a port if any; by default the host of the URL in `raw`. Required under `/v1`. */
  @Optional()
  @Name(1, 259)
  host?: string;
}

export type Severity = 'error' | 'warning' | 'info';

/** Codes of findings. */
const FINDING_CODES = [
  'application_disabled',
  'compat_off',
  'host_not_accepted',
  'path_unknown',
  'app_key_wrong',
  'parameter_missing',
  'nonce_too_long',
  'nonce_ampersand',
  'parameter_name',
  'value_ampersand',
  'value_nonce_and_timestamp',
  'value_ambiguous',
  'timestamp_malformed',
  'timestamp_milliseconds',
  'timestamp_old',
  'timestamp_in_future',
  'secret_sent',
  ...SIGN_MISTAKES,
  'sign_base64',
  'sign_upper_case',
  'sign_malformed',
  'sign_unexplained',
  'previous_secret',
  'previous_secret_ended',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** A finding about a request. */
export class SignatureFindingDto {
  /**
   * - `error`: the request is refused because of this finding. Exception: `secret_sent` causes no refusal, but must be
   * corrected
   * - `warning`: the request may be refused
   * - `info`: the request is not refused
   */
  severity!: Severity;

  /** The code, for programs. A signing mistake is reported only if it produces exactly the signature that was sent. */
  @ApiProperty({ enum: FINDING_CODES })
  code!: FindingCode;

  /** The finding, for people. */
  message!: string;

  /** Details of the finding by name, such as `parameter` or `seconds`. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  details!: Record<string, string | number>;
}

export type MatchedSecret = 'current' | 'previous' | 'none';

/** The server's view of a request. The secret is redacted wherever a client sent it. */
export class SignatureCheckDto {
  /** The parameters as the server parses them. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters!: Record<string, string>;

  /** The mode with which the request must be signed: the application's mode, or `md5` under `/v1`. */
  @ApiProperty({ enum: SIGN_MODES })
  signMode!: SignMode;

  /** The text that is signed in this mode, without the secret. */
  canonicalString!: string;

  /** The correct signature for these parameters, with the current secret. */
  expectedSign!: string;

  /** The signature that was sent; null if none was sent. */
  givenSign!: string | null;

  /** True if the signature that was sent is correct. */
  matches!: boolean;

  /** Which of the application's secrets makes the signature correct. */
  matchedSecret!: MatchedSecret;

  /**
   * All findings. A request without errors and warnings has a valid signature. The check does not cover repeated
   * nonces, blocks and the endpoint's own parameters.
   */
  findings!: SignatureFindingDto[];
}
