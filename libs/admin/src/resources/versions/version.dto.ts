import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { SoftwareVersion } from '@app/database';
import { LongText, Name, Optional, RemoteName, TrueOrFalse, VersionText } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { VERSION_FIELDS } from './version.resource.js';

export class SoftwareVersionDto extends PickType(SoftwareVersion, VERSION_FIELDS) {
  /** True: the greatest released version of its channel, which clients get now. */
  latest!: boolean;
}

export class CreateSoftwareVersionDto {
  @RecordId()
  applicationId!: number;

  /** 1–32 letters and digits of any script, `_`, `.` and `-`; by default `stable`. */
  @Optional()
  @RemoteName(32)
  channel?: string;

  /**
   * Such as `1.10.0` or `v2.0-beta.1`, at most 64 characters. A channel has a version only once, however it is written.
   */
  @VersionText()
  version!: string;

  /** Download address, 1–2048 characters. */
  @Name(1, 2048)
  url!: string;

  /** Release notes, at most 64 KiB; by default empty. */
  @Optional()
  @LongText()
  notice?: string;

  /** False, the default, for a draft, which clients cannot see. */
  @Optional()
  @TrueOrFalse()
  released?: boolean;

  /**
   * True: clients of the channel that are older than this version must update, once it is released. They are told so
   * with the latest version (`forced`). Default: false.
   */
  @Optional()
  @TrueOrFalse()
  forced?: boolean;
}

export class EditSoftwareVersionDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateSoftwareVersionDto, ['applicationId']), { skipNullProperties: false }),
) {}
