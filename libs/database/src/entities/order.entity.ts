import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { BigWhole, EpochMs, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import { CardType } from './card-type.entity.js';
import { Channel } from './channel.entity.js';

export const ORDER_STATUSES = ['issued', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Cards issued together. The shop's order number identifies an order of a channel; a request key identifies an
 * administrator's order. Orders are never purged, so that a repeated number never issues cards again.
 */
@Entity('orders')
@Index('ux_orders_external_no', ['channelId', 'externalNo'], { unique: true })
@Index('ux_orders_request_key', ['applicationId', 'requestKey'], { unique: true })
@Index('ix_orders_channel', ['channelId', 'createdAt', 'quantity'])
@Index('ix_orders_application', ['applicationId', 'createdAt'])
@Index('ix_orders_refunded', ['applicationId', 'refundedAt'])
@Index('ix_orders_card_type', ['cardTypeId'])
@Index('ix_orders_number', ['externalNo', 'applicationId'])
@Index('ix_orders_external', ['applicationId', 'externalNo'])
@Index('ix_orders_contact', ['contact', 'applicationId'])
@Index('ix_orders_list', ['id', 'applicationId', 'channelId', 'status', 'cardTypeId', 'createdAt'])
export class Order {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_orders_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** `null` if an administrator issued the cards. */
  @Whole({ nullable: true })
  @ForeignKey(() => Channel, { name: 'fk_orders_channel', onDelete: 'CASCADE' })
  channelId!: number | null;

  /** The shop's order number, unique within the channel; `null` without a channel. */
  @Text(64, { nullable: true })
  externalNo!: string | null;

  /** Idempotency key of an administrator's request, unique within the application; `null` with a channel. */
  @Text(64, { nullable: true })
  requestKey!: string | null;

  /** `null` if the card type was deleted. */
  @Whole({ nullable: true })
  @ForeignKey(() => CardType, { name: 'fk_orders_card_type', onDelete: 'SET NULL' })
  cardTypeId!: number | null;

  /** Name of the product or card type at the time of the order. */
  @Text(100)
  product!: string;

  /** Number of cards. */
  @Whole()
  quantity!: number;

  /** Amount of the whole order in minor units of the currency; `null` if not known. */
  @BigWhole({ nullable: true })
  amount!: number | null;

  /** ISO 4217 code, such as `CNY`; `null` without an amount. */
  @Text(3, { nullable: true })
  currency!: string | null;

  /** Contact of the buyer; `null` if not given. */
  @Text(200, { nullable: true })
  contact!: string | null;

  @Text(500, { nullable: true })
  note!: string | null;

  @Text(8)
  status!: OrderStatus;

  /**
   * Base64url SHA-256 of the order's contents, which distinguishes a repeated request from a different request with the
   * same number.
   */
  @Text(43)
  bodyHash!: string;

  /** Name of the administrator who issued the cards; `null` for orders of shops. */
  @Text(255, { nullable: true })
  createdBy!: string | null;

  /** Time of the first refund in epoch milliseconds; `null` if there was none. */
  @EpochMs({ nullable: true })
  refundedAt!: number | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
