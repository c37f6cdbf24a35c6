import { LongText, Name, Optional, RemoteName, TrueOrFalse, VersionText } from '@app/platform';

export class VersionDto {
  /** 1–32 letters and digits of any script, `_`, `.` and `-`; `stable` when left out. */
  @Optional()
  @RemoteName(32)
  channel?: string;

  /** Names the version within its channel; clients see this text. At most 64 characters. */
  @VersionText()
  version!: string;

  /** Where to get it. */
  @Name(1, 2048)
  url!: string;

  /** What is new, at most 64 KiB. */
  @Optional()
  @LongText()
  notice?: string;

  /** false: a draft, which no client hears of. */
  @Optional()
  @TrueOrFalse()
  released?: boolean;
}
