import { OneOf, Optional, WholeNumber, JsonText, LongText, Name } from '@app/platform';
import { IsOptional, NotEquals } from 'class-validator';
import { type DurationUnit, DURATION_UNITS, LIMITS } from '@app/database';
import { says } from '../../errors/field-faults.js';
import { EditDto } from '../../crud/edit.dto.js';

/** What of a card or a user can be edited. */
export class EditHolderDto extends EditDto {
  /** Multi-open number: sessions at a time; 0: unlimited. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxSessions?: number;

  /** 0: unlimited. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxDevices?: number;

  /** null: unlimited. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  unbindLimit?: number | null;

  /** Unbinds done so far. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  unbindsUsed?: number;

  /** JSON text of at most 64 KiB; null clears it. */
  @IsOptional()
  @JsonText()
  @LongText()
  config?: string | null;

  /** The administrator's own words, at most 500 characters; null clears them. */
  @IsOptional()
  @Name(1, 500)
  note?: string | null;
}

export class FreezeDto {
  /** For those who help its owner: kept in the audit log and the history, 1–200 characters. */
  @IsOptional()
  @Name(1, 200)
  reason?: string | null;
}

type TimeUnit = Exclude<DurationUnit, 'permanent'>;
const TIME_UNITS = DURATION_UNITS.filter((unit) => unit !== 'permanent');

export class AddTimeDto {
  @OneOf(TIME_UNITS)
  unit!: TimeUnit;

  /** Whole units; negative takes time away. */
  @WholeNumber(-LIMITS.durationAmount[1], LIMITS.durationAmount[1])
  @NotEquals(0, says('zero'))
  amount!: number;
}
