import { IsOptional } from 'class-validator';
import { TextLength, VersionText } from '@app/auth-signature';

/** GET /software/version/latest */
export class LatestVersionDto {
  /**
   * The client's own version, at most 256 characters; left out, the latest one is answered in any case.
   * @example 1.9.2
   */
  @IsOptional()
  @VersionText()
  version?: string;

  /**
   * 1–32 characters; `stable` when left out.
   * @example stable
   */
  @IsOptional()
  @TextLength(1, 32)
  channel?: string;
}
