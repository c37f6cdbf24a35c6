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
  /** Names the variable within its application: 1–64 letters and digits of any script, `_`, `.` and `-`. */
  @RemoteName()
  key!: string;

  /** At most 64 KiB. */
  @LongText()
  value!: string;

  /** `md5`, `crc32` or a fixed text that clients get as it is, 1–255 characters; null: no check value. */
  @IsOptional()
  @TextLength(1, 255)
  check?: string | null;

  /** Whether reading needs a card that is valid then. */
  @Optional()
  @TrueOrFalse()
  card_auth?: boolean;
}

export class FunctionDto {
  /** Names the function within its application: 1–64 letters and digits of any script, `_`, `.` and `-`. */
  @RemoteName()
  name!: string;

  /** JavaScript that defines a function of this name, at most 64 KiB. */
  @LongText()
  source!: string;

  /** A disabled function answers 10541. */
  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /** Wall time of a call in milliseconds; null: the server's limit, which it cannot exceed. */
  @IsOptional()
  @WholeNumber(...LIMITS.functionTimeoutMs)
  timeout_ms?: number | null;

  /** Memory of a call in MiB; null: the server's limit, which it cannot exceed. */
  @IsOptional()
  @WholeNumber(...LIMITS.functionMemoryMb)
  memory_mb?: number | null;
}

export class DataEntry {
  /** Names the value within its application, or within its card: 1–64 letters and digits of any script, `_`, `.` and `-`. */
  @RemoteName()
  key!: string;

  /** At most 64 KiB. */
  @LongText()
  value!: string;

  /** `app` when left out. */
  @Optional()
  @OneOf(DATA_SCOPES)
  scope?: DataScope;

  /** The card that it belongs to in the scope `card`, in this file or in the database. */
  @Optional()
  @Name(1, 64)
  card?: string;
}
