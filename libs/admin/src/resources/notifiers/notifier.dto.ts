import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import {
  Notifier,
  NOTIFIER_KINDS,
  NOTIFIER_LANGUAGES,
  NOTIFIER_MODES,
  type NotifierKind,
  type NotifierLanguage,
  NotifierMessage,
  type NotifierMode,
} from '@app/database';
import { EventTypeList } from '@app/events';
import { TimeOfDay } from '@app/notifiers';
import { Name, OneOf, Optional, TimeZone, TrueOrFalse, URL_MAX_LENGTH, WholeNumber } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { IdList } from '../../crud/filters.js';
import { MESSAGE_FIELDS, NOTIFIER_FIELDS } from './notifier.resource.js';

export class NotifierDto extends PickType(Notifier, NOTIFIER_FIELDS) {
  /** Ids of the applications whose events the notifier receives; empty if `allApplications` is true. */
  applicationIds!: number[];

  /**
   * The last characters of the token, such as `…x7Qw`, by which people recognise it; null if this kind of notifier has
   * no token. The token itself is never shown.
   */
  tokenHint!: string | null;

  /** True if the server signs its requests to the messaging service with a secret. */
  signed!: boolean;
}

export class CreateNotifierDto {
  /** Unique, 1–100 characters. */
  @Name(1, 100)
  name!: string;

  /** Service that sends the messages. It cannot be changed later. */
  @OneOf(NOTIFIER_KINDS)
  kind!: NotifierKind;

  /**
   * Secret that lets the server send messages. Required except for email.
   * - WeCom, DingTalk, Feishu, Discord: the webhook address of a robot
   * - Telegram: the token of a bot
   * - ServerChan: the SendKey
   * - Bark: the key of a device
   */
  @IsOptional()
  @Name(1, URL_MAX_LENGTH)
  token?: string | null;

  /** Secret for signing requests, if the robot (DingTalk, Feishu) requires signatures; 1–100 characters. */
  @IsOptional()
  @Name(1, 100)
  signingSecret?: string | null;

  /** Id of a chat or name of a channel (Telegram), or an email address (email). Required for these two kinds. */
  @IsOptional()
  @Name(1, 255)
  recipient?: string | null;

  /** Address of a self-hosted server (Telegram, ServerChan, Bark); null means the public service. */
  @IsOptional()
  @Name(1, URL_MAX_LENGTH)
  address?: string | null;

  /** Types of events; by default only `*`, which means all types. A daily digest ignores this setting. */
  @Optional()
  @EventTypeList()
  types?: string[];

  /** Ids of the applications. Null, the default, means all applications. */
  @IsOptional()
  @IdList()
  applicationIds?: number[] | null;

  /** If true, messages contain complete card keys; by default only their last four characters. */
  @Optional()
  @TrueOrFalse()
  revealCards?: boolean;

  /** Language of the messages; English by default. */
  @Optional()
  @OneOf(NOTIFIER_LANGUAGES)
  language?: NotifierLanguage;

  /** IANA time zone of times in messages, of the quiet hours and of the digest; UTC by default. */
  @Optional()
  @TimeZone()
  timeZone?: string;

  /** Start of the quiet hours, such as `22:00`. Messages wait until the quiet hours end. Null means no quiet hours. */
  @IsOptional()
  @TimeOfDay()
  quietFrom?: string | null;

  /** End of the quiet hours, such as `08:00`. Null means no quiet hours. */
  @IsOptional()
  @TimeOfDay()
  quietTo?: string | null;

  /** `instant` (default): a message for each event. `daily`: one message a day with the previous day's figures. */
  @Optional()
  @OneOf(NOTIFIER_MODES)
  mode?: NotifierMode;

  /** Hour at which the daily digest is sent, 0–23; 9 by default. */
  @Optional()
  @WholeNumber(0, 23)
  digestHour?: number;

  /** True by default. A disabled notifier receives nothing. */
  @Optional()
  @TrueOrFalse()
  enabled?: boolean;
}

export class EditNotifierDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateNotifierDto, ['kind']), { skipNullProperties: false }),
) {}

/** Result of a test message. */
export class NotifierTestDto {
  /** True if the service has accepted the message. */
  sent!: boolean;

  /** Answer of the service, or the reason why there is no answer; null if both are unknown. */
  answer!: string | null;
}

export class NotifierMessageDto extends PickType(NotifierMessage, MESSAGE_FIELDS) {
  /** Type of the event; null for a daily digest. */
  type!: string | null;

  /** Application of the event; null if there is none. */
  applicationId!: number | null;
}
