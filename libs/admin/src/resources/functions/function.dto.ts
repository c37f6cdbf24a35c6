import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { LIMITS, RemoteFunction } from '@app/database';
import { LongText, Optional, RemoteName, TrueOrFalse, WholeNumber } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { FUNCTION_FIELDS, LISTED_FUNCTION_FIELDS } from './function.resource.js';

export class RemoteFunctionDto extends PickType(RemoteFunction, FUNCTION_FIELDS) {}

/** A function in a list, without its source. */
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

  /** Calls of a disabled function are refused with 10541; enabled by default. */
  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /** Wall time limit of a call in milliseconds, at most the server's limit; null or omitted: the server's limit. */
  @IsOptional()
  @WholeNumber(...LIMITS.functionTimeoutMs)
  timeoutMs?: number | null;

  /** Memory limit of a call in MiB, at most the server's limit; null or omitted: the server's limit. */
  @IsOptional()
  @WholeNumber(...LIMITS.functionMemoryMb)
  memoryMb?: number | null;
}

/** A different source creates a new version of the function. */
export class EditFunctionDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateFunctionDto, ['applicationId']), { skipNullProperties: false }),
) {}
