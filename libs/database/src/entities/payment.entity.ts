import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BigWhole, EpochMs, Text, TextList, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import { Channel } from './channel.entity.js';

/**
 * - `pending`: recorded, and the cards are being issued; if issuing is interrupted, a job tries again every minute
 *   for seven days
 * - `issued`: the cards were issued; their order has the payment's number
 * - `failed`: paid, but no cards were issued. A job tries again every ten minutes for seven days. Issuing is also tried
 *   again when another event reports the payment or an administrator requests it
 * - `refunded`: the money was returned; cards are no longer issued
 * - `dismissed`: no cards are issued, because an administrator decided so or the payment was made before the channel
 *   was created. An administrator can still issue the cards
 */
export const PAYMENT_STATUSES = ['pending', 'issued', 'failed', 'refunded', 'dismissed'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * A payment that a payment service reported. If a buyer orders several items there, each item is one payment. The
 * payment is recorded before cards are issued, so that no payment is lost. The record is kept, so that no payment
 * issues cards twice.
 */
@Entity('payments')
@Index('ux_payments_number', ['channelId', 'externalNo'], { unique: true })
@Index('ix_payments_channel', ['channelId', 'status', 'id'])
@Index('ix_payments_application', ['applicationId', 'status', 'id'])
export class Payment {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_payments_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Whole()
  @ForeignKey(() => Channel, { name: 'fk_payments_channel', onDelete: 'CASCADE' })
  channelId!: number;

  /** Number that the payment and its order share, unique within the channel. */
  @Text(64)
  externalNo!: string;

  /** The product's ids at the payment service, the most specific one first; empty if only a refund was reported. */
  @TextList(400)
  products!: string[];

  /** Number of cards. */
  @Whole()
  quantity!: number;

  /** Amount that the buyer paid, in minor units of the currency; `null` if not known. */
  @BigWhole({ nullable: true })
  amount!: number | null;

  /** ISO 4217 code; `null` without an amount. */
  @Text(3, { nullable: true })
  currency!: string | null;

  /** Email address of the buyer; `null` if not known. */
  @Text(200, { nullable: true })
  contact!: string | null;

  @Text(16)
  status!: PaymentStatus;

  /** Name of the reason why the latest attempt issued no cards, such as `out_of_stock`; `null` if there is none. */
  @Text(32, { nullable: true })
  fault!: string | null;

  @EpochMs()
  createdAt!: number;

  /** Time of the latest event or attempt, in epoch milliseconds. */
  @EpochMs()
  updatedAt!: number;
}
