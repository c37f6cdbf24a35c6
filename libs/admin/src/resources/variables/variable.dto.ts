import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Variable } from '@app/database';
import { LongText, Optional, RemoteName, TextLength, TrueOrFalse } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { VARIABLE_FIELDS } from './variable.resource.js';

export class VariableDto extends PickType(Variable, VARIABLE_FIELDS) {}

export class CreateVariableDto {
  @RecordId()
  applicationId!: number;

  /** 1–64 letters and digits of any script, `_`, `.` and `-`, unique within the application. */
  @RemoteName()
  key!: string;

  /** At most 64 KiB. */
  @LongText()
  value!: string;

  /** `md5`, `crc32` or a fixed text (1–255 characters) that clients get unchanged. `null` means no check value. */
  @IsOptional()
  @TextLength(1, 255)
  checkRule?: string | null;

  /** True if reading requires a valid card; by default false. */
  @Optional()
  @TrueOrFalse()
  cardAuth?: boolean;

  /**
   * If true, a running trial is accepted instead of the card that `cardAuth` requires. Default: false. Without
   * `cardAuth` and `requireFeature`, every client can read the variable anyway.
   */
  @Optional()
  @TrueOrFalse()
  trials?: boolean;

  /**
   * Feature that the card must have; requests with other cards are refused with 10503. `null` (default): no feature.
   * This setting implies `cardAuth`. A trial has no features, so it does not satisfy this setting.
   */
  @IsOptional()
  @RemoteName()
  requireFeature?: string | null;
}

export class EditVariableDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateVariableDto, ['applicationId']), { skipNullProperties: false }),
) {}
