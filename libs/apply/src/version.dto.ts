import { LongText, Name, Optional, RemoteName, TrueOrFalse, VersionText } from '@app/platform';

export class VersionDto {
  /** 1–32 letters and digits of any script, `_`, `.` and `-`; by default `stable`. */
  @Optional()
  @RemoteName(32)
  channel?: string;

  /** Identifies the version within its channel; clients see this text. At most 64 characters. */
  @VersionText()
  version!: string;

  /** Download address. */
  @Name(1, 2048)
  url!: string;

  /** Release notes, at most 64 KiB. */
  @Optional()
  @LongText()
  notice?: string;

  /** False for a draft, which clients cannot see. New versions are released by default. */
  @Optional()
  @TrueOrFalse()
  released?: boolean;

  /** If true, older clients of the channel must update once this version is released. */
  @Optional()
  @TrueOrFalse()
  forced?: boolean;
}
