import { Type } from 'class-transformer';
import { IsArray, IsDefined, IsObject, IsOptional, Matches, ValidateNested } from 'class-validator';
import {
  DURATION_UNITS,
  type DurationUnit,
  type Language,
  LANGUAGES,
  LIMITS,
  MULTI_OPEN_POLICIES,
  type MultiOpenPolicy,
  SIGN_MODES,
  type SignMode,
  UNBIND_POLICIES,
  type UnbindPolicy,
} from '@app/database';
import {
  JsonText,
  KeyMask,
  LongText,
  Name,
  OneOf,
  Optional,
  OptionalList,
  TimeZone,
  TrueOrFalse,
  WholeNumber,
} from '@app/platform';
import { DataEntry, FunctionDto, VariableEntry } from './remote.dto.js';
import { VersionDto } from './version.dto.js';

export class DurationDto {
  @OneOf(DURATION_UNITS)
  unit!: DurationUnit;

  /** Number of units, at least 1 and at most 100 years; ignored for permanent. */
  @IsOptional()
  @WholeNumber(...LIMITS.durationAmount)
  amount?: number | null;
}

/** Limits that a card type gives its cards and that a card can override. */
class LimitsDto {
  /** Maximum of concurrent sessions; 0 = unlimited. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  max_sessions?: number;

  /** 0 = unlimited. */
  @Optional()
  @WholeNumber(...LIMITS.count)
  max_devices?: number;

  /** null = unlimited. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  unbind_limit?: number | null;
}

export class CardTypeDto extends LimitsDto {
  /** Identifies the card type within its application. */
  @Name(1, 100)
  name!: string;

  @IsDefined({ message: 'is required' })
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => DurationDto)
  duration!: DurationDto;

  /** Default mask for keys of this type; null: the server's default. */
  @IsOptional()
  @KeyMask()
  key_mask?: string | null;

  /** Price in the shop's own words, at most 200 characters; null: none. */
  @IsOptional()
  @Name(1, 200)
  price_note?: string | null;
}

export class CardEntry extends LimitsDto {
  /** Identifies the card within its application. */
  @Name(1, 64)
  card!: string;

  /** Name of a card type in this file or in the database. */
  @Name(1, 100)
  card_type!: string;

  /** Freezing ends the card's sessions. */
  @Optional()
  @TrueOrFalse()
  frozen?: boolean;

  /** JSON text of at most 64 KiB; null clears it. */
  @IsOptional()
  @JsonText()
  @LongText()
  config?: string | null;

  /** At most 100 characters; null: in no batch. */
  @IsOptional()
  @Name(1, 100)
  batch?: string | null;

  /** Internal note, at most 500 characters; null clears it. */
  @IsOptional()
  @Name(1, 500)
  note?: string | null;
}

export class ApplicationDto {
  @Name(1, 100)
  name!: string;

  /** Identifies the application when given; otherwise the name does. A new application gets a random one. */
  @Optional()
  @Matches(/^[a-z0-9]{20}$/, { message: 'must be 20 characters of a-z and 0-9' })
  app_key?: string;

  /** A new application gets a random one. */
  @Optional()
  @Matches(/^[A-Za-z0-9]{32}$/, { message: 'must be 32 characters of A-Z, a-z and 0-9' })
  app_secret?: string;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  @Optional()
  @OneOf(SIGN_MODES)
  sign_mode?: SignMode;

  @Optional()
  @TrueOrFalse()
  response_signature?: boolean;

  /** Seconds that client clocks may be ahead. */
  @Optional()
  @WholeNumber(...LIMITS.clockLeewaySec)
  clock_leeway_sec?: number;

  @Optional()
  @OneOf(LANGUAGES)
  language?: Language;

  @Optional()
  @TimeZone()
  time_zone?: string;

  /** Seconds without a heartbeat after which a session expires. */
  @Optional()
  @WholeNumber(...LIMITS.heartbeatTimeoutSec)
  heartbeat_timeout_sec?: number;

  /** Suggested heartbeat interval in seconds, less than the timeout; null: a third of the timeout. */
  @IsOptional()
  @WholeNumber(...LIMITS.hg)
  hg?: number | null;

  @Optional()
  @OneOf(MULTI_OPEN_POLICIES)
  multi_open_policy?: MultiOpenPolicy;

  @Optional()
  @OneOf(UNBIND_POLICIES)
  unbind_policy?: UnbindPolicy;

  /** Hours for the policies `deduct_hours` and `add_hours`, which need at least 1. */
  @Optional()
  @WholeNumber(...LIMITS.unbindHours)
  unbind_hours?: number;

  /** Default unbind limit of card types that set none; null = unlimited. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  default_unbind_limit?: number | null;

  @Optional()
  @LongText()
  config?: string;

  @Optional()
  @LongText()
  notice?: string;

  @OptionalList(() => CardTypeDto)
  card_types?: CardTypeDto[];

  @OptionalList(() => CardEntry)
  cards?: CardEntry[];

  @OptionalList(() => VariableEntry)
  variables?: VariableEntry[];

  @OptionalList(() => FunctionDto)
  functions?: FunctionDto[];

  @OptionalList(() => VersionDto)
  versions?: VersionDto[];

  @OptionalList(() => DataEntry)
  data?: DataEntry[];
}

/** The file that `latchkey apply` reads. Omitted fields keep their values. */
export class ApplyFileDto {
  @IsDefined({ message: 'is required' })
  @IsArray({ message: 'must be a list' })
  @ValidateNested({ each: true })
  @Type(() => ApplicationDto)
  applications!: ApplicationDto[];
}
