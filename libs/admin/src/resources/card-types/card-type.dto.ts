import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { CardType, DURATION_UNITS, type DurationUnit, LIMITS } from '@app/database';
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

  /** Number of units, at least 1 and at most 100 years; omitted for permanent. */
  @Optional()
  @WholeNumber(0, LIMITS.durationAmount[1])
  durationAmount?: number;

  /** Maximum of concurrent sessions; 0: unlimited; default: 1. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxSessions?: number;

  /** 0: unlimited; default: 1. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  maxDevices?: number;

  /** null: unlimited; default: that of the application. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  unbindLimit?: number | null;

  /** Default mask for keys of this type, such as `VIP-****-****-****-****`; null: the server's default. */
  @IsOptional()
  @KeyMask()
  keyMask?: string | null;

  /** Price in the shop's own words, at most 200 characters. */
  @IsOptional()
  @Name(1, 200)
  priceNote?: string | null;
}

/** Existing cards keep the terms they were created with. */
export class EditCardTypeDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateCardTypeDto, ['applicationId']), { skipNullProperties: false }),
) {}
