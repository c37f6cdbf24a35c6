import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { CardType, DURATION_UNITS, type DurationUnit, LIMITS } from '@app/database';
import { Name, OneOf, Optional, WholeNumber } from '@app/platform';
import { KeyMask } from '../cards/key-mask.js';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { CARD_TYPE_FIELDS } from './card-type.resource.js';

export class CardTypeDto extends PickType(CardType, CARD_TYPE_FIELDS) {}

export class CreateCardTypeDto {
  @RecordId()
  applicationId!: number;

  /** 1–100 characters, unique within the application; clients are told it as `card_type`. */
  @Name(1, 100)
  name!: string;

  @OneOf(DURATION_UNITS)
  durationUnit!: DurationUnit;

  /** Number of units, at least 1 and at most 100 years; for permanent it is left out. */
  @Optional()
  @WholeNumber(0, LIMITS.durationAmount[1])
  durationAmount?: number;

  /** Multi-open number: sessions at a time; 0: unlimited; 1 when left out. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxSessions?: number;

  /** 0: unlimited; 1 when left out. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxDevices?: number;

  /** null: unlimited; the application's default when left out. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  unbindLimit?: number | null;

  /** How keys of this type are made unless said otherwise, such as `VIP-****-****-****-****`; null: the default. */
  @IsOptional()
  @KeyMask()
  keyMask?: string | null;

  /** What it costs, in the shop's own words, at most 200 characters. */
  @IsOptional()
  @Name(1, 200)
  priceNote?: string | null;
}

/** Cards that are made already keep the terms they were made with. */
export class EditCardTypeDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateCardTypeDto, ['applicationId']), { skipNullProperties: false }),
) {}
