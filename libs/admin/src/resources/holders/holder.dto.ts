import { OneOf, Optional, WholeNumber, JsonText, LongText, Name } from '@app/platform';
import { IsOptional, NotEquals } from 'class-validator';
import { type DurationUnit, DURATION_UNITS, LIMITS } from '@app/database';
import { faultOptions } from '../../errors/field-faults.js';
import { EditDto } from '../../crud/edit.dto.js';

/** The editable fields of a card or user. */
export class EditHolderDto extends EditDto {
  /** Maximum of concurrent sessions; 0: unlimited. */
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

  /** Number of unbinds so far. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  unbindsUsed?: number;

  /** JSON text of at most 64 KiB; null clears it. */
  @IsOptional()
  @JsonText()
  @LongText()
  config?: string | null;

  /** Internal note, at most 500 characters; null clears it. */
  @IsOptional()
  @Name(1, 500)
  note?: string | null;
}

export class FreezeDto {
  /** Reason for customer support, recorded in the audit log and the history, 1–200 characters. */
  @IsOptional()
  @Name(1, 200)
  reason?: string | null;
}

type TimeUnit = Exclude<DurationUnit, 'permanent'>;
const TIME_UNITS = DURATION_UNITS.filter((unit) => unit !== 'permanent');

export class AddTimeDto {
  @OneOf(TIME_UNITS)
  unit!: TimeUnit;

  /** Whole units; a negative amount takes time away. */
  @WholeNumber(-LIMITS.durationAmount[1], LIMITS.durationAmount[1])
  @NotEquals(0, faultOptions('zero'))
  amount!: number;
}
