import { IsOptional } from 'class-validator';
import { TextLength } from '@app/auth-signature';

/** GET /software/version/latest */
export class LatestVersionDto {
  /**
   * The client's own version, at most 256 characters; left out or empty, the latest one is answered in any case. One that
   * is no dotted number is older than any but itself.
   * @example 1.9.2
   */
  @IsOptional()
  @TextLength(0, 256)
  version?: string;

  /**
   * 1–32 characters; `stable` when left out.
   * @example stable
   */
  @IsOptional()
  @TextLength(1, 32)
  channel?: string;
}
