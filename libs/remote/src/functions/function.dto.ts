import { IsOptional } from 'class-validator';
import { MaxBytes } from '@app/auth-signature';

const PARAMS_MAX_BYTES = 256 * 1024;

/** POST /remote/functions/:name/call */
export class CallFunctionDto {
  /** Arguments as JSON text of an array; default: none. */
  @IsOptional()
  @MaxBytes(PARAMS_MAX_BYTES)
  params?: string;
}
