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

  /** `md5`, `crc32` or a fixed text that clients get as it is, 1–255 characters; null: no check value. */
  @IsOptional()
  @TextLength(1, 255)
  checkRule?: string | null;

  /** Whether reading needs a card that is valid then; no when left out. */
  @Optional()
  @TrueOrFalse()
  cardAuth?: boolean;
}

export class EditVariableDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateVariableDto, ['applicationId']), { skipNullProperties: false }),
) {}
