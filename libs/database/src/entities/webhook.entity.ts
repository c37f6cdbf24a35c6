import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { BigWhole, EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import { OutboxEvent } from './event.entity.js';
import { EventReceiver } from './event-receiver.js';

/** Reasons why the server disabled a webhook. `gone`: its receiver answered 410. */
export type WebhookDisabledReason = 'gone';

/** An address that receives events according to the Standard Webhooks specification. */
@Entity('webhooks')
@Index('ux_webhooks_name', ['name'], { unique: true })
export class Webhook extends EventReceiver {
  /** HTTPS or HTTP address. */
  @Text(1000)
  url!: string;

  /** `null` unless the server has disabled the webhook. */
  @Text(16, { nullable: true })
  disabledReason!: WebhookDisabledReason | null;

  /** The signing secret `whsec_…`, sealed by the secret box. */
  @Text(255)
  secretSealed!: string;

  /**
   * The sealed secret before the last rotation. Requests are signed with both secrets until `previousSecretUntil`; the
   * previous secret is kept after that time.
   */
  @Text(255, { nullable: true })
  previousSecretSealed!: string | null;

  /** Epoch milliseconds; `null` if the previous secret became invalid at once. */
  @EpochMs({ nullable: true })
  previousSecretUntil!: number | null;
}

/** An application whose events a webhook gets. Used for webhooks whose `allApplications` is false. */
@Entity('webhook_applications')
export class WebhookApplication {
  @PrimaryColumn({ name: 'webhook_id', type: 'int' })
  @ForeignKey(() => Webhook, { name: 'fk_webhook_applications_webhook', onDelete: 'CASCADE' })
  receiverId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_webhook_applications_application', onDelete: 'CASCADE' })
  applicationId!: number;
}

/** `pending` deliveries are tried again; other statuses are final until a replay. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An event queued for a webhook, with the latest attempt to deliver the event. */
@Entity('webhook_deliveries')
@Index('ux_webhook_deliveries_event', ['webhookId', 'eventId'], { unique: true })
@Index('ix_webhook_deliveries_next', ['webhookId', 'nextAt', 'id'])
@Index('ix_webhook_deliveries_status', ['webhookId', 'status', 'id'])
@Index('ix_webhook_deliveries_event', ['eventId'])
@Index('ix_webhook_deliveries_at', ['createdAt'])
export class WebhookDelivery {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => Webhook, { name: 'fk_webhook_deliveries_webhook', onDelete: 'CASCADE' })
  webhookId!: number;

  @BigWhole()
  @ForeignKey(() => OutboxEvent, { name: 'fk_webhook_deliveries_event', onDelete: 'CASCADE' })
  eventId!: number;

  @Text(16)
  status!: DeliveryStatus;

  /** Attempts so far; 0 after a replay. */
  @Whole()
  attempts!: number;

  /** Epoch milliseconds of the next attempt; `null` if there is none. */
  @EpochMs({ nullable: true })
  nextAt!: number | null;

  /** Epoch milliseconds of the latest attempt; `null` before the first. */
  @EpochMs({ nullable: true })
  lastAt!: number | null;

  /** HTTP status of the latest answer; `null` if there was none. */
  @Whole({ nullable: true })
  lastStatus!: number | null;

  /** Reason why the latest attempt got no answer, such as `timed_out`; `null` if it got an answer. */
  @Text(32, { nullable: true })
  lastFault!: string | null;

  /** At most the first 2 KiB of the latest answer. */
  @Text(2048, { nullable: true })
  lastAnswer!: string | null;

  @EpochMs()
  createdAt!: number;
}
