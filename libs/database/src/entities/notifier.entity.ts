import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { BigWhole, EpochMs, Flag, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import { OutboxEvent } from './event.entity.js';
import { EventReceiver } from './event-receiver.js';

/** The services that can send a message to people. */
export const NOTIFIER_KINDS = [
  'telegram',
  'wecom',
  'dingtalk',
  'feishu',
  'discord',
  'serverchan',
  'bark',
  'email',
] as const;
export type NotifierKind = (typeof NOTIFIER_KINDS)[number];

/** `instant`: a message for each event; `daily`: one message a day with the previous day's figures. */
export const NOTIFIER_MODES = ['instant', 'daily'] as const;
export type NotifierMode = (typeof NOTIFIER_MODES)[number];

export const NOTIFIER_LANGUAGES = ['en', 'zh-CN'] as const;
export type NotifierLanguage = (typeof NOTIFIER_LANGUAGES)[number];

/** A recipient of messages about events, in a messaging service or by email. */
@Entity('notifiers')
@Index('ux_notifiers_name', ['name'], { unique: true })
export class Notifier extends EventReceiver {
  @Text(16)
  kind!: NotifierKind;

  /** The chat for Telegram, the address for email; `null` for the other kinds. */
  @Text(255, { nullable: true })
  recipient!: string | null;

  /** Base address of a self-hosted server (Telegram, Server酱, Bark); `null` means the public service. */
  @Text(1000, { nullable: true })
  address!: string | null;

  /** The token, or the webhook address that contains it, sealed by the secret box; `null` for email. */
  @Text(6000, { nullable: true })
  tokenSealed!: string | null;

  /** The secret with which DingTalk and Feishu verify requests, sealed; `null` if there is none. */
  @Text(1000, { nullable: true })
  signingSecretSealed!: string | null;

  @Text(16)
  language!: NotifierLanguage;

  /** IANA time zone of the times in messages, of the quiet hours and of the digest. */
  @Text(64)
  timeZone!: string;

  /** Start of the quiet hours, such as `22:00`; `null` means no quiet hours. */
  @Text(5, { nullable: true })
  quietFrom!: string | null;

  /** End of the quiet hours, exclusive; `null` means no quiet hours. */
  @Text(5, { nullable: true })
  quietTo!: string | null;

  @Text(16)
  mode!: NotifierMode;

  /** Hour at which the daily digest is sent, 0–23. */
  @Whole()
  digestHour!: number;

  /** Failed attempts since the last success. */
  @Whole()
  failures!: number;

  /** Epoch milliseconds of the attempts within the last minute, separated by commas. */
  @Text(400, { default: '' })
  recentAttempts!: string;

  /** Epoch milliseconds of the latest attempt or test; `null` before the first one. */
  @EpochMs({ nullable: true })
  lastAt!: number | null;

  /** True if the service accepted the latest message; `null` before the first. */
  @Flag({ nullable: true })
  lastSent!: boolean | null;

  /** Answer of the service to the latest message, or the reason why there was none. */
  @Text(500, { nullable: true })
  lastAnswer!: string | null;
}

/** An application whose events a notifier gets. Used for notifiers whose `allApplications` is false. */
@Entity('notifier_applications')
export class NotifierApplication {
  @PrimaryColumn({ name: 'notifier_id', type: 'int' })
  @ForeignKey(() => Notifier, { name: 'fk_notifier_applications_notifier', onDelete: 'CASCADE' })
  receiverId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_notifier_applications_application', onDelete: 'CASCADE' })
  applicationId!: number;
}

/** `pending` messages are tried again; the other statuses are final. */
export const MESSAGE_STATUSES = ['pending', 'sent', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** A notifier's message: about an event, or a daily digest. */
@Entity('notifier_messages')
@Index('ux_notifier_messages_event', ['notifierId', 'eventId'], { unique: true })
@Index('ux_notifier_messages_digest', ['notifierId', 'digestDay'], { unique: true })
@Index('ix_notifier_messages_next', ['notifierId', 'nextAt', 'id'])
@Index('ix_notifier_messages_status', ['notifierId', 'status', 'id'])
@Index('ix_notifier_messages_event', ['eventId'])
@Index('ix_notifier_messages_at', ['createdAt'])
export class NotifierMessage {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => Notifier, { name: 'fk_notifier_messages_notifier', onDelete: 'CASCADE' })
  notifierId!: number;

  /** `null` for a digest. */
  @BigWhole({ nullable: true })
  @ForeignKey(() => OutboxEvent, { name: 'fk_notifier_messages_event', onDelete: 'CASCADE' })
  eventId!: number | null;

  /** Calendar date of a digest's figures, such as `2026-01-15`; `null` for an event. */
  @Text(10, { nullable: true })
  digestDay!: string | null;

  @Text(16)
  status!: MessageStatus;

  /** True if the event was reported together with other events in one message. */
  @Flag()
  summarized!: boolean;

  @Whole()
  attempts!: number;

  /** Epoch milliseconds of the next attempt; `null` if there is none. */
  @EpochMs({ nullable: true })
  nextAt!: number | null;

  /** Epoch milliseconds of the latest attempt; `null` before the first. */
  @EpochMs({ nullable: true })
  lastAt!: number | null;

  /** Answer of the service to the latest attempt, or the reason why there was none. */
  @Text(500, { nullable: true })
  lastAnswer!: string | null;

  @EpochMs()
  createdAt!: number;
}
