import { PickType } from '@nestjs/swagger';
import { FunctionCallRecord, FunctionVersion } from '@app/database';
import { Optional, TrueOrFalse } from '@app/platform';
import { IdFilter } from '../../crud/filters.js';

/** Excludes the source, which is long. */
export const LISTED_VERSION_FIELDS = [
  'id',
  'version',
  'createdBy',
  'createdAt',
] as const satisfies (keyof FunctionVersion)[];

export const FUNCTION_VERSION_FIELDS = [...LISTED_VERSION_FIELDS, 'source'] as const;

export const FUNCTION_VERSION_SORTS = ['version'];

/** A version in a list, without its source. */
export class ListedFunctionVersionDto extends PickType(FunctionVersion, LISTED_VERSION_FIELDS) {}

export class FunctionVersionDto extends PickType(FunctionVersion, FUNCTION_VERSION_FIELDS) {}

export const FUNCTION_CALL_FIELDS = [
  'id',
  'version',
  'at',
  'ok',
  'durationMs',
  'heapBytes',
  'error',
  'console',
] as const satisfies (keyof FunctionCallRecord)[];

export const FUNCTION_CALL_SORTS = ['id'];

export class FunctionCallDto extends PickType(FunctionCallRecord, FUNCTION_CALL_FIELDS) {}

export class FunctionCallFilter extends IdFilter {
  /** If true, only successful calls. If false, only failed calls. */
  @Optional()
  @TrueOrFalse()
  ok?: boolean;
}
