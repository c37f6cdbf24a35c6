import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { SoftwareVersion } from '@app/database';
import { LongText, Name, Optional, RemoteName, TrueOrFalse, VersionText } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { VERSION_FIELDS } from './version.resource.js';

export class SoftwareVersionDto extends PickType(SoftwareVersion, VERSION_FIELDS) {}

export class CreateSoftwareVersionDto {
  @RecordId()
  applicationId!: number;

  /** 1–32 letters and digits of any script, `_`, `.` and `-`; `stable` when left out. */
  @Optional()
  @RemoteName(32)
  channel?: string;

  /** Such as `1.10.0` or `v2.0-beta.1`, at most 64 characters. A channel has a version once, however it is written. */
  @VersionText()
  version!: string;

  /** Where to get it, 1–2048 characters. */
  @Name(1, 2048)
  url!: string;

  /** What is new, at most 64 KiB; empty when left out. */
  @Optional()
  @LongText()
  notice?: string;

  /** false: a draft, which no client hears of; released when left out. */
  @Optional()
  @TrueOrFalse()
  released?: boolean;
}

export class EditSoftwareVersionDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateSoftwareVersionDto, ['applicationId']), { skipNullProperties: false }),
) {}
