import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { LongText, Optional } from '@app/platform';
import { says } from '../../errors/field-faults.js';
import { RecordId } from '../../crud/filters.js';
import { SIGN_MISTAKES } from './sign-mistakes.js';

/** A client's request: one of `raw` and `parameters`. */
export class CheckSignatureDto {
  @RecordId()
  applicationId!: number;

  /** A query string, an address with one, an urlencoded body or a JSON body, as it was sent; at most 16 KiB. */
  @Optional()
  @LongText()
  raw?: string;

  /** The parameters by name: texts, whole numbers, true or false; at most 16 KiB of JSON. */
  @Optional()
  @IsObject(says('not_an_object'))
  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }] },
  })
  parameters?: Record<string, string | number | boolean>;
}

export type Severity = 'error' | 'warning' | 'info';

/** What can be said of a request. */
const FINDING_CODES = [
  'application_disabled',
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

/** Something that can be said of a request. */
export class SignatureFindingDto {
  /** `error`: it is refused for this; `warning`: it may be; `info`: it is not. */
  severity!: Severity;

  /** What it is, for programs. A mistake in signing is told when making it gives the very sign that was sent. */
  @ApiProperty({ enum: FINDING_CODES })
  code!: FindingCode;

  /** What it is, for people. */
  message!: string;

  /** What the message is made of, such as `parameter` or `seconds`. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  details!: Record<string, string | number>;
}

export type MatchedSecret = 'current' | 'previous' | 'none';

/** What the server makes of a request. The secret is not in it: where a client sent it, it is left out. */
export class SignatureCheckDto {
  /** The parameters as the server understands them. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters!: Record<string, string>;

  /** The text that is signed, without the secret. */
  canonicalString!: string;

  /** The sign that is right for these parameters, with the current secret. */
  expectedSign!: string;

  /** null: there is none. */
  givenSign!: string | null;

  /** Whether the given sign is right. */
  matches!: boolean;

  /** The secret it is right with. */
  matchedSecret!: MatchedSecret;

  /** Everything that is remarkable; a request without errors is accepted. */
  findings!: SignatureFindingDto[];
}
