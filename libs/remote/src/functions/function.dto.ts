import { IsOptional } from 'class-validator';
import { MaxBytes } from '@app/auth-signature';

const PARAMS_MAX_BYTES = 256 * 1024;

/** POST /remote/functions/:name/call */
export class CallFunctionDto {
  /** Arguments as JSON text of an array, at most 256 KiB; by default there are none. */
  @IsOptional()
  @MaxBytes(PARAMS_MAX_BYTES)
  params?: string;

  /**
   * Card key; required by a function that costs uses or requires a feature, unless `username` is given. Other functions
   * ignore it.
   */
  @IsOptional()
  @MaxBytes(PARAMS_MAX_BYTES)
  card?: string;

  /** User name, instead of the card. Ignored when `card` is given. */
  @IsOptional()
  @MaxBytes(PARAMS_MAX_BYTES)
  username?: string;

  /** Session token of the card, user or trial. */
  @IsOptional()
  @MaxBytes(PARAMS_MAX_BYTES)
  token?: string;

  /**
   * Device id of a trial, for functions that trials may call. Send it with `token` and without a card or user. Other
   * functions ignore it.
   */
  @IsOptional()
  device_id?: string;

  /**
   * Identifies the call of a function that costs uses: 1–64 printable characters. A repeated call with the same id gets
   * the first answer and consumes nothing. If omitted, each call consumes uses.
   */
  @IsOptional()
  @MaxBytes(PARAMS_MAX_BYTES)
  request_id?: string;
}
