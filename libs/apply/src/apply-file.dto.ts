import { Transform, Type } from 'class-transformer';
import { IsArray, IsDefined, IsObject, IsOptional, Matches, ValidateNested } from 'class-validator';
import {
  COMPAT_SERVICES,
  type CompatService,
  DURATION_UNITS,
  type DurationUnit,
  type Features,
  type Language,
  LANGUAGES,
  LIMITS,
  MULTI_OPEN_POLICIES,
  type MultiOpenPolicy,
  RESPONSE_SIGNATURES,
  type ResponseSignature,
  SIGN_MODES,
  type SignMode,
  toResponseSignature,
  TRIAL_MODES,
  type TrialMode,
  UNBIND_POLICIES,
  type UnbindPolicy,
  USES_PERIODS,
  type UsesPeriod,
} from '@app/database';
import {
  AppKey,
  AppSecret,
  ED25519_KEY,
  HostList,
  HttpsUrlOrNone,
  KeyMask,
  LongText,
  Name,
  OneOf,
  Optional,
  OptionalList,
  SomeOf,
  TextLength,
  TimeZone,
  TrueOrFalse,
  WholeNumber,
} from '@app/platform';
import { FeatureMap } from '@app/licensing';
import { ChannelEntry } from './channel.dto.js';
import { DataEntry, FunctionDto, VariableEntry } from './remote.dto.js';
import { VersionDto } from './version.dto.js';
import { NotifierEntry } from './notifier.dto.js';
import { WebhookEntry } from './webhook.dto.js';

export class DurationDto {
  @OneOf(DURATION_UNITS)
  unit!: DurationUnit;

  /** Number of units, at least 1 and at most 100 years; ignored if the unit is `permanent`. */
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

  /** Number of uses, or (with a period) number of uses per period; null = not counted. */
  @IsOptional()
  @WholeNumber(...LIMITS.uses)
  uses?: number | null;

  /** Interval at which the uses are refilled. */
  @Optional()
  @OneOf(USES_PERIODS)
  uses_period?: UsesPeriod;

  /**
   * Features by name. Each value is a text, a number, true or false. At most 32 names and 4 KiB as JSON; `{}` = none.
   */
  @Optional()
  @FeatureMap()
  features?: Features;

  /** Hours for which an offline ticket is valid; 0 = no tickets. */
  @Optional()
  @WholeNumber(...LIMITS.offlineHours)
  offline_hours?: number;
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

  /**
   * Unbind policy of the cards and users of this type, existing ones too; null = the application's.
   */
  @IsOptional()
  @OneOf(UNBIND_POLICIES)
  unbind_policy?: UnbindPolicy | null;

  /**
   * Hours that each unbind deducts or adds if the type's own `unbind_policy` is `deduct_hours` or `add_hours`. These
   * policies require at least 1 hour.
   */
  @Optional()
  @WholeNumber(...LIMITS.unbindHours)
  unbind_hours?: number;

  /** Default mask for keys of this type. `null` means the server's default. */
  @IsOptional()
  @KeyMask()
  key_mask?: string | null;

  /** Price as free text, at most 200 characters; `null` if not set. */
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

  /** JSON text of at most 64 KiB (any text in an application with `compat`); null clears it. */
  @IsOptional()
  @LongText()
  config?: string | null;

  /** At most 100 characters; `null` if the card is in no batch. */
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

  /** Identifies the application; if omitted, the name identifies it. A new application gets a random key by default. */
  @Optional()
  @AppKey()
  app_key?: string;

  /** If omitted, a new application gets a random secret. */
  @Optional()
  @AppSecret()
  app_secret?: string;

  /**
   * The Ed25519 private key that signs answers. If omitted, a new application gets a random key, which the output does
   * not contain.
   */
  @Optional()
  @Matches(ED25519_KEY, {
    message: 'must be the 32 bytes of an Ed25519 private key in base64url (43 characters)',
  })
  signing_key?: string;

  /**
   * The public key, which is part of the output. In a file, it must match the application's public key. A new
   * application without `signing_key` ignores it.
   */
  @Optional()
  @Matches(ED25519_KEY, {
    message: 'must be the 32 bytes of an Ed25519 public key in base64url (43 characters)',
  })
  public_key?: string;

  /** Id of the public key; the same rules apply as for `public_key`. */
  @Optional()
  @Matches(/^[A-Za-z0-9_-]{16}$/, { message: 'must be 16 characters of base64url' })
  key_id?: string;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  @Optional()
  @OneOf(SIGN_MODES)
  sign_mode?: SignMode;

  /** Also accepts `true` for `digest` and `false` for `off`. */
  @Optional()
  @Transform(toResponseSignature)
  @OneOf(RESPONSE_SIGNATURES)
  response_signature?: ResponseSignature;

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

  /** Suggested heartbeat interval in seconds, less than the timeout. `null` means a third of the timeout. */
  @IsOptional()
  @WholeNumber(...LIMITS.hg)
  hg?: number | null;

  @Optional()
  @OneOf(MULTI_OPEN_POLICIES)
  multi_open_policy?: MultiOpenPolicy;

  @Optional()
  @OneOf(UNBIND_POLICIES)
  unbind_policy?: UnbindPolicy;

  /**
   * Hours that each unbind deducts or adds if `unbind_policy` is `deduct_hours` or `add_hours`. These policies require
   * at least 1 hour.
   */
  @Optional()
  @WholeNumber(...LIMITS.unbindHours)
  unbind_hours?: number;

  /** Hours that a customer has to wait between two unbinds on the customer's page; 0 = none. */
  @Optional()
  @WholeNumber(...LIMITS.unbindCooldownHours)
  unbind_cooldown_hours?: number;

  /** Unbind limit of new card types, unless they are created with a limit of their own. null = unlimited. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  default_unbind_limit?: number | null;

  @Optional()
  @OneOf(TRIAL_MODES)
  trial?: TrialMode;

  /** Length of a trial in minutes. */
  @Optional()
  @WholeNumber(...LIMITS.trialMinutes)
  trial_minutes?: number;

  /** Length of an interval in hours, for the mode `interval`. */
  @Optional()
  @WholeNumber(...LIMITS.trialIntervalHours)
  trial_interval_hours?: number;

  /**
   * New trials that an address may begin without waiting. The allowance refills evenly over 24 hours; 0 = unlimited.
   */
  @Optional()
  @WholeNumber(...LIMITS.trialsPerAddress)
  trials_per_address?: number;

  /** Service whose unchanged clients can use the application under `/v1`. */
  @Optional()
  @OneOf(COMPAT_SERVICES)
  compat?: CompatService;

  /**
   * Hosts that clients of the service in `compat` may call, in lower case, at most 10. A host without a port accepts
   * any port; an empty list accepts any host.
   */
  @Optional()
  @HostList()
  compat_hosts?: string[];

  /** Turns the customer's page on. Its link is created when the page is turned on for the first time. */
  @Optional()
  @TrueOrFalse()
  portal_enabled?: boolean;

  /** Title of the page, at most 100 characters. If empty, the title is the application's name. */
  @Optional()
  @Name(0, 100)
  portal_title?: string;

  /**
   * `https` address of an image on the page, at most 500 characters. The host must be an IP address or consist of
   * `a-z0-9.-`. If empty, the page shows no image.
   */
  @Optional()
  @HttpsUrlOrNone(500)
  portal_logo_url?: string;

  /** The seller's contact, such as an address or a chat, shown on the page; at most 500 characters. */
  @Optional()
  @TextLength(0, 500)
  portal_contact?: string;

  /** Languages of the page, the default first. */
  @Optional()
  @SomeOf(LANGUAGES)
  portal_languages?: Language[];

  /** Allows the page even if a card type has keys with less than 50 random bits, which can be guessed. */
  @Optional()
  @TrueOrFalse()
  portal_short_keys_confirmed?: boolean;

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

  /** Shops that may order cards. */
  @OptionalList(() => ChannelEntry)
  channels?: ChannelEntry[];
}

/** The file that `latchkey apply` reads. Omitted fields keep their values. */
export class ApplyFileDto {
  @IsDefined({ message: 'is required' })
  @IsArray({ message: 'must be a list' })
  @ValidateNested({ each: true })
  @Type(() => ApplicationDto)
  applications!: ApplicationDto[];

  @OptionalList(() => WebhookEntry)
  webhooks?: WebhookEntry[];

  /** Recipients of messages about events. */
  @OptionalList(() => NotifierEntry)
  notifiers?: NotifierEntry[];
}
