import { LongText, Name, Optional, RemoteName, TrueOrFalse, VersionText } from '@app/platform';

export class VersionDto {
  /** 1–32 letters and digits of any script, `_`, `.` and `-`; default: `stable`. */
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

  /** false: a draft, hidden from clients. */
  @Optional()
  @TrueOrFalse()
  released?: boolean;
}
