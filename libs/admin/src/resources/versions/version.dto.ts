import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { SoftwareVersion } from '@app/database';
import { LongText, Name, Optional, RemoteName, TrueOrFalse, VersionText } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { VERSION_FIELDS } from './version.resource.js';

export class SoftwareVersionDto extends PickType(SoftwareVersion, VERSION_FIELDS) {
  /** True for the highest released version of its channel, which clients currently get. */
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
   * Version such as `1.10.0` or `v2.0-beta.1`, at most 64 characters. A channel cannot contain the same version twice,
   * even in different spellings.
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

  /** If false (default), the version is a draft, which clients cannot see. */
  @Optional()
  @TrueOrFalse()
  released?: boolean;

  /**
   * If true, older clients of the channel must update once this version is released; they receive `forced` with the
   * latest version. Default: false.
   */
  @Optional()
  @TrueOrFalse()
  forced?: boolean;
}

export class EditSoftwareVersionDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateSoftwareVersionDto, ['applicationId']), { skipNullProperties: false }),
) {}
