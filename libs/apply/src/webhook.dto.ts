import { ArrayMaxSize, IsArray, IsOptional, Matches } from 'class-validator';
import { EventTypeList } from '@app/events';
import { Name, Optional, TextLength, TrueOrFalse, URL_MAX_LENGTH } from '@app/platform';
import { SecretVariable } from './secret-variable.js';

const MAX_APPLICATIONS = 1000;

export class WebhookEntry {
  /** Identifies the webhook. */
  @Name(1, 100)
  name!: string;

  /** HTTPS or HTTP address with a public host, or one that `OUTGOING_ALLOW` allows; at most 1000 characters. */
  @TextLength(1, URL_MAX_LENGTH)
  @Matches(/^https?:\/\//i, { message: 'must begin with https:// or http://' })
  url!: string;

  /** Types of events, or only `*` for all. */
  @EventTypeList()
  types!: string[];

  /** Keys of the applications whose events are sent; null = all applications. */
  @IsOptional()
  @IsArray({ message: 'must be a list of keys of applications' })
  @ArrayMaxSize(MAX_APPLICATIONS, { message: `must have at most ${MAX_APPLICATIONS} entries` })
  @Matches(/^[a-z0-9]{20}$/, { each: true, message: 'must be a list of keys of applications' })
  applications?: string[] | null;

  /** True if requests contain complete card keys. */
  @Optional()
  @TrueOrFalse()
  reveal_cards?: boolean;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /**
   * Name of the environment variable with the signing secret, `WEBHOOK_SECRET_…`. If omitted, the stored secret is
   * kept; a new webhook gets a random secret.
   */
  @Optional()
  @SecretVariable('webhook_secret')
  secret_env?: string;
}
