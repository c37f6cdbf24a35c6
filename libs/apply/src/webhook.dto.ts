import { ArrayMaxSize, IsArray, IsOptional, Matches } from 'class-validator';
import { Name, Optional, TextLength, TrueOrFalse, URL_MAX_LENGTH } from '@app/platform';
import { EventTypeList } from '@app/webhooks';

const MAX_APPLICATIONS = 1000;

export class WebhookEntry {
  /** Identifies the webhook. */
  @Name(1, 100)
  name!: string;

  /** HTTPS or HTTP address, at most 1000 characters. */
  @TextLength(1, URL_MAX_LENGTH)
  @Matches(/^https?:\/\//i, { message: 'must begin with https:// or http://' })
  url!: string;

  /** Types of events, or only `*` for all. */
  @EventTypeList()
  types!: string[];

  /** Keys of applications; null: all. */
  @IsOptional()
  @IsArray({ message: 'must be a list of keys of applications' })
  @ArrayMaxSize(MAX_APPLICATIONS, { message: `must have at most ${MAX_APPLICATIONS} entries` })
  @Matches(/^[a-z0-9]{20}$/, { each: true, message: 'must be a list of keys of applications' })
  applications?: string[] | null;

  /** true: requests contain complete card keys. */
  @Optional()
  @TrueOrFalse()
  reveal_cards?: boolean;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /** Name of the environment variable with the signing secret; default: the present one, or a new one. */
  @Optional()
  @Matches(/^[A-Z][A-Z0-9_]{0,63}$/, {
    message: 'must be the name of an environment variable, such as SHOP_WEBHOOK_SECRET',
  })
  secret_env?: string;
}
