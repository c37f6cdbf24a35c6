import { ApiProperty, IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMinSize, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { CardJob } from '@app/database';
import { IMPORT_PRESETS, type ImportPreset } from '@app/import';
import { KeyMask, Name, OneOf, Optional, WholeNumber } from '@app/platform';
import { CardFilter } from '../cards/card.resource.js';
import { UserFilter } from '../users/user.resource.js';
import { faultOptions } from '../../errors/field-faults.js';
import { ProblemDto } from '../../errors/problem.dto.js';
import { AddTimeDto, AddUsesDto } from '../holders/holder.dto.js';
import { IdList, RecordId } from '../../crud/filters.js';
import { CARD_JOB_FIELDS } from './card-job.resource.js';
import { KeyAlphabet } from './key-alphabet.js';

const DRY_RUN = ['true', 'false'] as const;
const REPORT_FORMATS = ['json', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * - `created`: the card or user was created
 * - `updated`: the card or user existed and was changed (only by `import_state`)
 * - `unchanged`: the card or user existed with the same values (only for `import_state`)
 * - `exists`: the card or user existed and was skipped
 * - `duplicate`: an earlier line has the same card or user
 * - `invalid`: the line cannot be imported
 */
export type LineOutcome = 'created' | 'updated' | 'unchanged' | 'exists' | 'duplicate' | 'invalid';

const MAX_CARDS_MADE = 100_000;
export const MAX_CARDS_CHANGED = 1_000_000;
/** Maximum number of cards or users that a preview examines. */
export const MAX_PREVIEWED = 10_000;

export class CardJobDto extends PickType(CardJob, CARD_JOB_FIELDS) {
  /** Parameters of the request. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  input!: Record<string, unknown>;

  /**
   * Outcome; `null` until the job has one.
   * - `generate`: the number of cards `created`, and their `batch`
   * - `import`, `import_state`: the number of lines with each outcome (`created`, `updated`, `unchanged`, `exists`,
   * `duplicate` and `invalid`)
   * - other jobs: the number of cards or users `changed`, the number `skipped` for each reason, and the numbers of
   * ended `sessions` and removed `devices`, if any
   * - `freeze`: also the number of cards that were already consumed (`spent`). `spentOn` lists the first 20 of these
   * cards (`cardId`, `card`), each with the card or user that consumed it.
   */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  result!: Record<string, unknown> | null;

  /**
   * Why the job failed, for programs; `null` if it did not fail, or if an earlier server version without codes ran it.
   */
  failure!: ProblemDto | null;

  /** The messages of `notices`. */
  warnings!: string[];

  /** Advice to the caller. */
  notices!: ProblemDto[];
}

class RequestDto {
  @RecordId()
  applicationId!: number;

  /**
   * Idempotency key, unique within the application. A repeated request creates no second job and returns the first job.
   * A request for a different job with the same key is refused.
   */
  @Optional()
  @Name(1, 64)
  requestKey?: string;
}

class NewCardsDto extends RequestDto {
  /** Card type whose terms the cards get. */
  @RecordId()
  cardTypeId!: number;

  /** Batch of the cards; by default `#` and the job's id. */
  @Optional()
  @Name(1, 100)
  batch?: string;

  /** Note of the cards. */
  @Optional()
  @Name(1, 500)
  note?: string;
}

export class GenerateCardsDto extends NewCardsDto {
  /** Number of cards to create, 1–100000. */
  @WholeNumber(1, MAX_CARDS_MADE)
  count!: number;

  /**
   * Each `*` becomes a random character, as in `VIP-****-****-****-****`. Default: the type's mask, or 16 `*` in groups
   * of 4.
   */
  @Optional()
  @KeyMask()
  mask?: string;

  /** 10–64 distinct characters for the `*`. Default: the digits and capital letters without 0, 1, I and O. */
  @Optional()
  @KeyAlphabet()
  alphabet?: string;
}

/** Query parameters; they arrive as text, so numbers must be converted. */
export class ImportCardsDto extends PickType(NewCardsDto, ['batch', 'note', 'requestKey']) {
  @RecordId()
  @Type(() => Number)
  applicationId!: number;

  /** Card type whose terms the cards get. */
  @RecordId()
  @Type(() => Number)
  cardTypeId!: number;
}

const EXISTING = ['skip', 'update'] as const;
export type Existing = (typeof EXISTING)[number];

/** Query parameters; they arrive as text, so numbers must be converted. */
export class ImportStateDto extends PickType(NewCardsDto, ['requestKey']) {
  @RecordId()
  @Type(() => Number)
  applicationId!: number;

  /**
   * Card type of the rows that do not specify one. With the preset `keyauth` or `dujiaoka`, the card type of all rows.
   */
  @Optional()
  @RecordId()
  @Type(() => Number)
  cardTypeId?: number;

  /**
   * - `plain` (default): the fields in the description of this endpoint
   * - `keyauth`: licences or users exported by KeyAuth, as JSON
   * - `dujiaoka`: cards (carmis) exported by dujiaoka
   */
  @Optional()
  @OneOf(IMPORT_PRESETS)
  preset?: ImportPreset;

  /** Cards and users that the application already has are skipped (default) or updated. */
  @Optional()
  @OneOf(EXISTING)
  existing?: Existing;

  /** If true, the job reports what it would do, and changes nothing. Default: false. */
  @Optional()
  @OneOf(DRY_RUN)
  dryRun?: (typeof DRY_RUN)[number];
}

const BULK_ACTIONS = [
  'freeze',
  'unfreeze',
  'delete',
  'add_time',
  'add_uses',
  'note',
  'reset',
  'apply_type',
  'kick',
  'unbind',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Actions on many users. The actions `delete`, `reset` and `apply_type` are only for cards. */
const USER_ACTIONS = [
  'freeze',
  'unfreeze',
  'add_time',
  'add_uses',
  'note',
  'kick',
  'unbind',
] as const satisfies BulkAction[];

/** Parameters of an action on many cards or users. `ids` or a filter selects the cards or users. */
class ChangeDto extends IntersectionType(
  RequestDto,
  PartialType(PickType(AddTimeDto, ['unit', 'amount']), { skipNullProperties: false }),
  PartialType(PickType(AddUsesDto, ['uses']), { skipNullProperties: false }),
) {
  /** 1–1000 ids. */
  @Optional()
  @IdList()
  @ArrayMinSize(1, faultOptions('no_ids'))
  ids?: number[];

  /** Reason for `freeze`, 1–200 characters. It is stored with the job, in the audit log and in the timelines. */
  @IsOptional()
  @Name(1, 200)
  reason?: string | null;

  /** The new note, for the action `note`; null clears the note. */
  @IsOptional()
  @Name(1, 500)
  note?: string | null;
}

/**
 * An action on cards. Either `ids` or `filter` selects the cards. `unit` and `amount` belong to `add_time`, `uses` to
 * `add_uses`.
 */
export class ChangeCardsDto extends ChangeDto {
  /**
   * The job skips cards to which the action does not apply.
   * - `freeze`, `unfreeze`
   * - `delete`: deletes unused cards, except cards that were issued or reset after the job was submitted
   * - `add_time`: adds or removes time of activated cards that are not permanent
   * - `add_uses`: adds or removes uses of counted cards
   * - `note`: sets or clears the note
   * - `reset`: makes activated cards unused, without devices and sessions
   * - `apply_type`: gives unused cards the current terms of their card types; terms that were changed on single cards
   * are overwritten
   * - `kick`: ends the sessions of cards with open sessions
   * - `unbind`: removes the devices and ends the sessions of cards with devices
   */
  @OneOf(BULK_ACTIONS)
  action!: BulkAction;

  /**
   * Selects the cards that match this filter when the job is submitted, at most 1000000. The job skips cards that no
   * longer match when it reaches them.
   */
  @Optional()
  @IsObject(faultOptions('not_an_object'))
  @ValidateNested()
  @Type(() => CardFilter)
  filter?: CardFilter;
}

/** The same as `ChangeCardsDto` for users, but without the actions `delete`, `reset` and `apply_type`. */
export class ChangeUsersDto extends ChangeDto {
  /** As for cards. */
  @OneOf(USER_ACTIONS)
  action!: (typeof USER_ACTIONS)[number];

  /**
   * Selects the users that match this filter when the job is submitted, at most 1000000. The job skips users that no
   * longer match when it reaches them.
   */
  @Optional()
  @IsObject(faultOptions('not_an_object'))
  @ValidateNested()
  @Type(() => UserFilter)
  filter?: UserFilter;
}

/** The effects that an action on many cards or users would have now. */
export class ChangePreviewDto {
  /** Number of cards or users that the action would change. */
  changed!: number;

  /** Numbers of cards or users that the action would skip, by reason. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  skipped!: Record<string, number>;

  /** Number of sessions that the action would end. */
  sessions!: number;

  /** Number of devices that the action would remove. */
  devices!: number;

  /**
   * Number of valid offline tickets of the cards or users that the action would freeze, reset or unbind. Until a ticket
   * expires, its device keeps working offline.
   */
  tickets!: number;

  /** Number of cards that would get their whole time back. */
  restored!: number;

  /**
   * The new expiry in epoch milliseconds, if the action would change the time of exactly one card or user; otherwise
   * `null`.
   */
  expiresAt!: number | null;

  /** True if only the first 10000 cards or users were examined; the real numbers may be higher. */
  isPartial!: boolean;
}

/** An import line that created no card or user. */
export class ReportRowDto {
  /** Line number in the file, or number of the object in a JSON file, from 1. */
  line!: number;

  /** The first 64 characters of the card or user name. */
  card!: string;

  @ApiProperty({ enum: ['updated', 'unchanged', 'exists', 'duplicate', 'invalid'] })
  outcome!: LineOutcome;

  /** The reason, for people. */
  reason!: string;

  /** The reason, for programs; `null` if an earlier server version without codes ran the import. */
  problem!: ProblemDto | null;
}

export class ReportQueryDto {
  /** json (default) or csv. */
  @Optional()
  @OneOf(REPORT_FORMATS)
  format?: ReportFormat;
}
