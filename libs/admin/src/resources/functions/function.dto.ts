import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { LIMITS, RemoteFunction } from '@app/database';
import { LongText, Optional, RemoteName, TrueOrFalse, WholeNumber } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { FUNCTION_FIELDS, LISTED_FUNCTION_FIELDS } from './function.resource.js';

export class RemoteFunctionDto extends PickType(RemoteFunction, FUNCTION_FIELDS) {}

/** A function in a list, without its source. */
export class ListedFunctionDto extends PickType(RemoteFunction, LISTED_FUNCTION_FIELDS) {
  /** Calls by clients in the last 24 hours, including the current hour. */
  recentCalls!: number;

  /** Number of the `recentCalls` that failed. */
  recentFailures!: number;
}

export class CreateFunctionDto {
  @RecordId()
  applicationId!: number;

  /** 1–64 characters: letters and digits of any script, `_`, `.` and `-`. Unique within the application. */
  @RemoteName()
  name!: string;

  /** JavaScript source that defines a function with this name and has no syntax errors; at most 64 KiB. */
  @LongText()
  source!: string;

  /** True by default. Calls of a disabled function are refused with 10541. */
  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /**
   * Maximum wall time of a call in milliseconds, at most the server's limit. If null or omitted, the server's limit
   * applies.
   */
  @IsOptional()
  @WholeNumber(...LIMITS.functionTimeoutMs)
  timeoutMs?: number | null;

  /** Maximum memory of a call in MiB, at most the server's limit. If null or omitted, the server's limit applies. */
  @IsOptional()
  @WholeNumber(...LIMITS.functionMemoryMb)
  memoryMb?: number | null;

  /**
   * Number of uses that a call consumes from the caller's card or user, 0–1000; default 0. If this number is above 0 or
   * `requireFeature` is set, a call requires a card or user. A failed call consumes no uses.
   */
  @Optional()
  @WholeNumber(...LIMITS.functionCost)
  cost?: number;

  /** Feature that the caller's card or user must have; other calls get 10503. `null` (default): no feature. */
  @IsOptional()
  @RemoteName()
  requireFeature?: string | null;

  /**
   * If true, a client with a running trial needs no card or user even if `cost` is above 0, and its calls consume no
   * uses. Default: false. A trial has no features, so it does not satisfy `requireFeature`. Without `cost` and
   * `requireFeature`, every client can call the function anyway.
   */
  @Optional()
  @TrueOrFalse()
  trials?: boolean;
}

/** A different source creates a new version of the function. */
export class EditFunctionDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateFunctionDto, ['applicationId']), { skipNullProperties: false }),
) {}
