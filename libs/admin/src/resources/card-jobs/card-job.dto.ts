import { ApiProperty, IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMinSize, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { CardJob } from '@app/database';
import { Name, OneOf, Optional, WholeNumber } from '@app/platform';
import { CardFilter } from '../cards/card.resource.js';
import { KeyMask } from '../cards/key-mask.js';
import { says } from '../../errors/field-faults.js';
import { ProblemDto } from '../../errors/problem.dto.js';
import { AddTimeDto } from '../holders/holder.dto.js';
import { IdList, RecordId } from '../../crud/filters.js';
import { CARD_JOB_FIELDS } from './card-job.resource.js';
import type { LineOutcome } from './import-report.js';
import { KeyAlphabet } from './key-alphabet.js';
import { REPORT_FORMATS, type ReportFormat } from './report-text.js';

const MAX_CARDS_MADE = 100_000;
export const MAX_CARDS_CHANGED = 1_000_000;

export class CardJobDto extends PickType(CardJob, CARD_JOB_FIELDS) {
  /** What was asked for. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  input!: Record<string, unknown>;

  /**
   * What came of it; null: nothing yet. Of `generate`: `created`, `batch`. Of `import`: how many lines were `created`,
   * `exists`, `duplicate` and `invalid`. Of the others: `changed`, and `skipped` by reason; of `freeze` also `spent`, how many of
   * those were spent before, and `spentOn`, the first 20 of what they were spent on, with `cardId` and `card`.
   */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  result!: Record<string, unknown> | null;

  /** Why it failed, for programs; null: it did not, or before there were codes. */
  failure!: ProblemDto | null;

  /** The messages of `notices`. */
  warnings!: string[];

  /** Advice to whoever asked for it. */
  notices!: ProblemDto[];
}

class RequestDto {
  @RecordId()
  applicationId!: number;

  /**
   * A name for this request, unique in its application: sent twice, it makes one job, and the second answer is about
   * the first one. For another job it is refused.
   */
  @Optional()
  @Name(1, 64)
  requestKey?: string;
}

class NewCardsDto extends RequestDto {
  /** The cards take over its terms. */
  @RecordId()
  cardTypeId!: number;

  /** Batch of the cards; when left out, `#` and the job's id. */
  @Optional()
  @Name(1, 100)
  batch?: string;

  /** Note of the cards. */
  @Optional()
  @Name(1, 500)
  note?: string;
}

export class GenerateCardsDto extends NewCardsDto {
  /** Cards to make, 1–100000. */
  @WholeNumber(1, MAX_CARDS_MADE)
  count!: number;

  /** Each `*` becomes a random character, as in `VIP-****-****-****-****`. Default: the type's, or 16 `*` in groups of 4. */
  @Optional()
  @KeyMask()
  mask?: string;

  /** 10–64 distinct characters for the `*`. Default: the digits and capital letters without 0, 1, I and O. */
  @Optional()
  @KeyAlphabet()
  alphabet?: string;
}

/** In the query, where every value is text. */
export class ImportCardsDto extends PickType(NewCardsDto, ['batch', 'note', 'requestKey']) {
  @RecordId()
  @Type(() => Number)
  applicationId!: number;

  /** The cards take over its terms. */
  @RecordId()
  @Type(() => Number)
  cardTypeId!: number;
}

const BULK_ACTIONS = ['freeze', 'unfreeze', 'delete', 'add_time', 'note', 'reset'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** What is done to which cards: `unit` and `amount` are of `add_time`, and the cards are told by `ids` or by `filter`. */
export class ChangeCardsDto extends IntersectionType(
  RequestDto,
  PartialType(AddTimeDto, { skipNullProperties: false }),
) {
  /**
   * - `freeze`, `unfreeze`
   * - `delete`: only cards that are unused
   * - `add_time`: only where time runs that can end
   * - `note`: sets or clears the note
   * - `reset`: makes activated cards unused, without devices and sessions
   */
  @OneOf(BULK_ACTIONS)
  action!: BulkAction;

  /** 1–1000 cards. */
  @Optional()
  @IdList()
  @ArrayMinSize(1, says('no_ids'))
  ids?: number[];

  /** The cards that a list with this filter has when the job is submitted, at most 1000000. */
  @Optional()
  @IsObject(says('not_an_object'))
  @ValidateNested()
  @Type(() => CardFilter)
  filter?: CardFilter;

  /** Of `freeze`: kept with the job and in the audit log, 1–200 characters. */
  @IsOptional()
  @Name(1, 200)
  reason?: string | null;

  /** Of `note`: null clears it. */
  @IsOptional()
  @Name(1, 500)
  note?: string | null;
}

/** A line of an import that made no card. */
export class ReportRowDto {
  /** From 1, as in the file. */
  line!: number;

  /** At most 64 characters of it. */
  card!: string;

  @ApiProperty({ enum: ['exists', 'duplicate', 'invalid'] })
  outcome!: LineOutcome;

  /** Why, in words. */
  reason!: string;

  /** The same for programs; null: the import was made before there were codes. */
  problem!: ProblemDto | null;
}

export class ReportQueryDto {
  /** json (default) or csv. */
  @Optional()
  @OneOf(REPORT_FORMATS)
  format?: ReportFormat;
}
