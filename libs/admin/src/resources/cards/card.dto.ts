import { PickType } from '@nestjs/swagger';
import { Card } from '@app/database';
import { Name, OneOf, Optional } from '@app/platform';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  ValidateNested,
} from 'class-validator';
import { faultOptions } from '../../errors/field-faults.js';
import { ProblemDto } from '../../errors/problem.dto.js';
import { ConsumerDto } from '../holders/holder-support.dto.js';
import { EditHolderDto } from '../holders/holder.dto.js';
import { EXPORT_COLUMNS, type ExportColumn } from './card-export.columns.js';
import { EXPORT_FORMATS, type ExportFormat } from './card-export.query.js';
import { CARD_FIELDS, CardFilter } from './card.resource.js';

export class CardDto extends PickType(Card, CARD_FIELDS) {}

/** A card after a request to freeze or unfreeze it. */
export class UnfrozenCardDto extends CardDto {
  /** False if the card was already in the requested state, frozen or not frozen. */
  changed!: boolean;
}

/** A frozen card. */
export class FrozenCardDto extends UnfrozenCardDto {
  /** The card or user that consumed this card earlier and keeps the card's time; `null` if there is none. */
  consumedBy!: ConsumerDto | null;
  /** The messages of `notices`. */
  warnings!: string[];
  /** Notices about what freezing does not do, although a caller may expect it. */
  notices!: ProblemDto[];
}

export class EditCardDto extends EditHolderDto {
  /** At most 100 characters; `null` if the card is in no batch. */
  @IsOptional()
  @Name(1, 100)
  batch?: string | null;
}

const COLUMNS = Object.keys(EXPORT_COLUMNS) as ExportColumn[];
const columnRule = faultOptions('export_columns', { known: COLUMNS });

/** Selects available cards: unused, not frozen, and not issued yet. */
export class IssueCardsDto {
  /** Filter, as for the list of cards; cards that are not available are omitted. */
  @IsObject(faultOptions('not_an_object'))
  @ValidateNested()
  @Type(() => CardFilter)
  filter!: CardFilter;

  /** csv (default), txt or template. */
  @Optional()
  @OneOf(EXPORT_FORMATS)
  format?: ExportFormat;

  /** Columns of a CSV file. */
  @Optional()
  @IsArray(columnRule)
  @ArrayMinSize(1, columnRule)
  @ArrayUnique(columnRule)
  @IsIn(COLUMNS, { ...columnRule, each: true })
  columns?: ExportColumn[];
}
