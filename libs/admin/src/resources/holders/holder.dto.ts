import { OneOf, Optional, WholeNumber, LongText, Name } from '@app/platform';
import { IsOptional, NotEquals } from 'class-validator';
import {
  type DurationUnit,
  DURATION_UNITS,
  type Features,
  LIMITS,
  USES_PERIODS,
  type UsesPeriod,
} from '@app/database';
import { FeatureMap } from '@app/licensing';
import { faultOptions } from '../../errors/field-faults.js';
import { EditDto, VersionedActionDto } from '../../crud/edit.dto.js';

/** The editable fields of a card or user. */
export class EditHolderDto extends EditDto {
  /** Maximum number of concurrent sessions; 0 means unlimited. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxSessions?: number;

  /** Maximum number of devices; 0 means unlimited. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxDevices?: number;

  /** Maximum number of unbinds by clients; `null` means unlimited. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  unbindLimit?: number | null;

  /** Replaces all features: at most 32, and 4 KiB as JSON. A value is a text, a number, true or false. */
  @Optional()
  @FeatureMap()
  features?: Features;

  /** Hours for which an offline ticket is valid; 0 means no further tickets. */
  @Optional()
  @WholeNumber(...LIMITS.offlineHours)
  offlineHours?: number;

  /** Number of unbinds so far. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  unbindsUsed?: number;

  /** Number of uses, in total or per period; null means that uses are not counted. */
  @IsOptional()
  @WholeNumber(...LIMITS.uses)
  uses?: number | null;

  /** Interval at which the uses are refilled, in the application's time zone. */
  @Optional()
  @OneOf(USES_PERIODS)
  usesPeriod?: UsesPeriod;

  /** JSON text of at most 64 KiB (any text if the application has `compat`); null clears it. */
  @IsOptional()
  @LongText()
  config?: string | null;

  /** Internal note, at most 500 characters; null clears it. */
  @IsOptional()
  @Name(1, 500)
  note?: string | null;
}

export class FreezeDto {
  /** Reason, 1–200 characters. It is recorded in the audit log and the history, for customer support. */
  @IsOptional()
  @Name(1, 200)
  reason?: string | null;
}

type TimeUnit = Exclude<DurationUnit, 'permanent'>;
const TIME_UNITS = DURATION_UNITS.filter((unit) => unit !== 'permanent');

export class AddTimeDto extends VersionedActionDto {
  @OneOf(TIME_UNITS)
  unit!: TimeUnit;

  /** Number of units; a negative number removes time. */
  @WholeNumber(-LIMITS.durationAmount[1], LIMITS.durationAmount[1])
  @NotEquals(0, faultOptions('zero'))
  amount!: number;
}

export class AddUsesDto extends VersionedActionDto {
  /** Number of uses to add; a negative number removes uses. */
  @WholeNumber(-LIMITS.uses[1], LIMITS.uses[1])
  @NotEquals(0, faultOptions('zero'))
  uses!: number;
}

export class SetUsesDto {
  /** New number of remaining uses. With a refill period, it applies until the next refill. */
  @WholeNumber(0, LIMITS.uses[1])
  left!: number;
}
