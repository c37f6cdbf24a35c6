import { IsOptional } from 'class-validator';
import { DATA_SCOPES, type DataScope, LIMITS } from '@app/database';
import {
  LongText,
  Name,
  OneOf,
  Optional,
  RemoteName,
  TextLength,
  TrueOrFalse,
  WholeNumber,
} from '@app/platform';

export class VariableEntry {
  /** Identifies the variable within its application: 1–64 letters and digits of any script, `_`, `.` and `-`. */
  @RemoteName()
  key!: string;

  /** At most 64 KiB. */
  @LongText()
  value!: string;

  /** `md5`, `crc32` or a fixed text (1–255 characters) that clients get unchanged. `null` means no check value. */
  @IsOptional()
  @TextLength(1, 255)
  check?: string | null;

  /** True if reading requires a card that is currently valid. */
  @Optional()
  @TrueOrFalse()
  card_auth?: boolean;

  /** True if a running trial is accepted instead of a card. */
  @Optional()
  @TrueOrFalse()
  trials?: boolean;

  /** Feature that the card must have; null = none. If set, `card_auth` is implied. */
  @IsOptional()
  @RemoteName()
  require_feature?: string | null;
}

export class FunctionDto {
  /** Identifies the function within its application: 1–64 letters and digits of any script, `_`, `.` and `-`. */
  @RemoteName()
  name!: string;

  /** JavaScript that defines a function with this name, at most 64 KiB. */
  @LongText()
  source!: string;

  /** Calls of a disabled function are refused with 10541. */
  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /** Maximum wall time of a call in milliseconds, at most the server's limit. `null` means the server's limit. */
  @IsOptional()
  @WholeNumber(...LIMITS.functionTimeoutMs)
  timeout_ms?: number | null;

  /** Maximum memory of a call in MiB, at most the server's limit. `null` means the server's limit. */
  @IsOptional()
  @WholeNumber(...LIMITS.functionMemoryMb)
  memory_mb?: number | null;

  /** Uses that a call consumes from the caller's card or user; 0: none. */
  @Optional()
  @WholeNumber(...LIMITS.functionCost)
  cost?: number;

  /** Feature that the caller's card or user must have. null = none. */
  @IsOptional()
  @RemoteName()
  require_feature?: string | null;

  /** True when a running trial is accepted instead of the card or user that `cost` requires. */
  @Optional()
  @TrueOrFalse()
  trials?: boolean;
}

export class DataEntry {
  /**
   * Identifies the value within its application, or within its card: 1–64 letters and digits of any script, `_`, `.`
   * and `-`.
   */
  @RemoteName()
  key!: string;

  /** At most 64 KiB. */
  @LongText()
  value!: string;

  /** Default: `app`. */
  @Optional()
  @OneOf(DATA_SCOPES)
  scope?: DataScope;

  /** For the scope `card`: the card that owns the value. It may be in this file or in the database. */
  @Optional()
  @Name(1, 64)
  card?: string;
}
