import { IsOptional } from 'class-validator';
import { TextLength } from '@app/auth-signature';

/** GET /software/version/latest */
export class LatestVersionDto {
  /**
   * The client's own version, at most 256 characters; if omitted or empty, the latest version is always returned. If
   * it is not a dotted number, the latest version is returned unless the two are identical.
   * @example 1.9.2
   */
  @IsOptional()
  @TextLength(0, 256)
  version?: string;

  /**
   * Channel, 1–32 characters; default `stable`.
   * @example stable
   */
  @IsOptional()
  @TextLength(1, 32)
  channel?: string;
}
