import { PickType } from '@nestjs/swagger';
import { Card } from '@app/database';
import { Name } from '@app/platform';
import { IsOptional } from 'class-validator';
import { EditHolderDto } from '../holders/holder.dto.js';
import { CARD_FIELDS } from './card.resource.js';

export class CardDto extends PickType(Card, CARD_FIELDS) {}

export class EditCardDto extends EditHolderDto {
  /** At most 100 characters; null: in no batch. */
  @IsOptional()
  @Name(1, 100)
  batch?: string | null;
}
