import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { LIMITS, RemoteFunction } from '@app/database';
import { LongText, Optional, RemoteName, TrueOrFalse, WholeNumber } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { FUNCTION_FIELDS, LISTED_FUNCTION_FIELDS } from './function.resource.js';

export class RemoteFunctionDto extends PickType(RemoteFunction, FUNCTION_FIELDS) {}

/** A function in a list: without its source. */
export class ListedFunctionDto extends PickType(RemoteFunction, LISTED_FUNCTION_FIELDS) {}

export class CreateFunctionDto {
  @RecordId()
  applicationId!: number;

  /** 1–64 letters and digits of any script, `_`, `.` and `-`, unique within the application. */
  @RemoteName()
  name!: string;

  /** JavaScript without syntax errors that defines a function of this name, at most 64 KiB. */
  @LongText()
  source!: string;

  /** A disabled function answers clients 10541; enabled when left out. */
  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /** Wall time of a call in milliseconds; null or left out: the server's limit, which it cannot exceed. */
  @IsOptional()
  @WholeNumber(...LIMITS.functionTimeoutMs)
  timeoutMs?: number | null;

  /** Memory of a call in MiB; null or left out: the server's limit, which it cannot exceed. */
  @IsOptional()
  @WholeNumber(...LIMITS.functionMemoryMb)
  memoryMb?: number | null;
}

/** Another source is another version of the function. */
export class EditFunctionDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateFunctionDto, ['applicationId']), { skipNullProperties: false }),
) {}
