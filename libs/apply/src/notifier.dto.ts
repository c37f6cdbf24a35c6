import { ArrayMaxSize, IsArray, IsOptional, Matches } from 'class-validator';
import {
  NOTIFIER_KINDS,
  NOTIFIER_LANGUAGES,
  NOTIFIER_MODES,
  type NotifierKind,
  type NotifierLanguage,
  type NotifierMode,
} from '@app/database';
import { EventTypeList } from '@app/events';
import { TimeOfDay } from '@app/notifiers';
import { Name, OneOf, Optional, TimeZone, TrueOrFalse, URL_MAX_LENGTH, WholeNumber } from '@app/platform';
import { SecretVariable } from './secret-variable.js';

const MAX_APPLICATIONS = 1000;

export class NotifierEntry {
  /** Identifies the notifier. */
  @Name(1, 100)
  name!: string;

  /** Service that sends the messages. It cannot be changed later. */
  @OneOf(NOTIFIER_KINDS)
  kind!: NotifierKind;

  /**
   * Name of the environment variable with the token or webhook address, `NOTIFIER_SECRET_…`. If omitted, the stored
   * token is kept.
   */
  @Optional()
  @SecretVariable('notifier_secret')
  secret_env?: string;

  /**
   * Name of the environment variable with the signing secret, `NOTIFIER_SECRET_…`. If omitted, the stored one is kept.
   */
  @Optional()
  @SecretVariable('notifier_secret')
  signing_secret_env?: string;

  /** The chat if the kind is `telegram`, or the email address if the kind is `email`. */
  @IsOptional()
  @Name(1, 255)
  recipient?: string | null;

  /** Address of a self-hosted server. */
  @IsOptional()
  @Name(1, URL_MAX_LENGTH)
  @Matches(/^https?:\/\//i, { message: 'must begin with https:// or http://' })
  address?: string | null;

  /** Types of events, or only `*` for all. */
  @Optional()
  @EventTypeList()
  types?: string[];

  /** Keys of the applications whose events are sent; null = all applications. */
  @IsOptional()
  @IsArray({ message: 'must be a list of keys of applications' })
  @ArrayMaxSize(MAX_APPLICATIONS, { message: `must have at most ${MAX_APPLICATIONS} entries` })
  @Matches(/^[a-z0-9]{20}$/, { each: true, message: 'must be a list of keys of applications' })
  applications?: string[] | null;

  /** True if messages contain complete card keys. */
  @Optional()
  @TrueOrFalse()
  reveal_cards?: boolean;

  @Optional()
  @OneOf(NOTIFIER_LANGUAGES)
  language?: NotifierLanguage;

  @Optional()
  @TimeZone()
  time_zone?: string;

  /** Start of the quiet hours, such as `22:00`. */
  @IsOptional()
  @TimeOfDay()
  quiet_from?: string | null;

  /** End of the quiet hours. */
  @IsOptional()
  @TimeOfDay()
  quiet_to?: string | null;

  @Optional()
  @OneOf(NOTIFIER_MODES)
  mode?: NotifierMode;

  /** Hour of the daily digest, 0–23. */
  @Optional()
  @WholeNumber(0, 23)
  digest_hour?: number;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;
}
