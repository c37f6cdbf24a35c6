import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import {
  CardType,
  DURATION_UNITS,
  type DurationUnit,
  type Features,
  LIMITS,
  UNBIND_POLICIES,
  type UnbindPolicy,
  USES_PERIODS,
  type UsesPeriod,
} from '@app/database';
import { FeatureMap } from '@app/licensing';
import { KeyMask, Name, OneOf, Optional, WholeNumber } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { CARD_TYPE_FIELDS } from './card-type.resource.js';

export class CardTypeDto extends PickType(CardType, CARD_TYPE_FIELDS) {}

export class CreateCardTypeDto {
  @RecordId()
  applicationId!: number;

  /** 1–100 characters, unique within the application; clients receive it as `card_type`. */
  @Name(1, 100)
  name!: string;

  @OneOf(DURATION_UNITS)
  durationUnit!: DurationUnit;

  /**
   * Number of units, 1–52596000. Omit this field for permanent cards. However long the duration is, a card expires in
   * the year 9999 at the latest.
   */
  @Optional()
  @WholeNumber(0, LIMITS.durationAmount[1])
  durationAmount?: number;

  /** Maximum number of concurrent sessions. 0 means unlimited; the default is 1. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxSessions?: number;

  /** Maximum number of devices. 0 means unlimited; the default is 1. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxDevices?: number;

  /** Maximum number of unbinds by clients. `null` means unlimited; the default is the application's limit. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  unbindLimit?: number | null;

  /** Number of uses of a card, in total or per period, 1–1,000,000,000. With `null` (default), uses are not counted. */
  @IsOptional()
  @WholeNumber(...LIMITS.uses)
  uses?: number | null;

  /**
   * When the uses are refilled: never (`none`, default), or at the start of each `day` or `month` in the application's
   * time zone.
   */
  @Optional()
  @OneOf(USES_PERIODS)
  usesPeriod?: UsesPeriod;

  /**
   * Features of a card by name, at most 32 names and 4 KiB as JSON. By default there are none. A name has 1–64
   * characters: letters and digits of any script, `_`, `.` and `-`. A value is a text, a number, true or false. Clients
   * receive the features with each login.
   */
  @Optional()
  @FeatureMap()
  features?: Features;

  /** Hours for which an offline ticket of a card is valid. 0 (default) means no tickets. */
  @Optional()
  @WholeNumber(...LIMITS.offlineHours)
  offlineHours?: number;

  /**
   * Unbind policy of the cards and users of this type. `null` (default) means the application's policy. A change
   * applies to existing cards and users at once. The policies `add_hours` and `reset_to_unused` require an
   * `unbindLimit`.
   */
  @IsOptional()
  @OneOf(UNBIND_POLICIES)
  unbindPolicy?: UnbindPolicy | null;

  /**
   * Hours that each unbind deducts or adds if `unbindPolicy` is `deduct_hours` or `add_hours`. These policies require
   * at least 1 hour.
   */
  @Optional()
  @WholeNumber(...LIMITS.unbindHours)
  unbindHours?: number;

  /** Default mask for keys of this type, such as `VIP-****-****-****-****`. `null` means the server's default. */
  @IsOptional()
  @KeyMask()
  keyMask?: string | null;

  /** Price as free text, at most 200 characters. */
  @IsOptional()
  @Name(1, 200)
  priceNote?: string | null;
}

/** Existing cards keep the terms they were created with. */
export class EditCardTypeDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateCardTypeDto, ['applicationId']), { skipNullProperties: false }),
) {}
