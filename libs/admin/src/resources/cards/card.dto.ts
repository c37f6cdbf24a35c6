import { PickType } from '@nestjs/swagger';
import { Card } from '@app/database';
import { Name } from '@app/platform';
import { IsOptional } from 'class-validator';
import { ProblemDto } from '../../errors/problem.dto.js';
import { ConsumerDto } from '../holders/holder-support.dto.js';
import { EditHolderDto } from '../holders/holder.dto.js';
import { CARD_FIELDS } from './card.resource.js';

export class CardDto extends PickType(Card, CARD_FIELDS) {}

/** A frozen card. */
export class FrozenCardDto extends CardDto {
  /** The card or user that consumed the card earlier and keeps its time; `null` if there is none. */
  consumedBy!: ConsumerDto | null;
  /** The messages of `notices`. */
  warnings!: string[];
  /** Limits of what freezing achieved. */
  notices!: ProblemDto[];
}

export class EditCardDto extends EditHolderDto {
  /** At most 100 characters; `null` if the card is in no batch. */
  @IsOptional()
  @Name(1, 100)
  batch?: string | null;
}
