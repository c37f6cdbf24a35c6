import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Order } from './order.entity.js';

/** `pending` emails are tried again; other statuses are final until somebody sends the email again. */
const ORDER_MAIL_STATUSES = ['pending', 'sent', 'failed'] as const;
export type OrderMailStatus = (typeof ORDER_MAIL_STATUSES)[number];

/** The email with an order's cards. */
@Entity('order_mails')
@Index('ux_order_mails_order', ['orderId'], { unique: true })
@Index('ix_order_mails_next', ['nextAt', 'id'])
export class OrderMail {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Order, { name: 'fk_order_mails_order', onDelete: 'CASCADE' })
  orderId!: number;

  @Text(200)
  address!: string;

  @Text(8)
  status!: OrderMailStatus;

  /** Attempts so far; 0 after somebody sends the email again. */
  @Whole()
  attempts!: number;

  /** Epoch milliseconds of the next attempt; `null` if there is none. */
  @EpochMs({ nullable: true })
  nextAt!: number | null;

  /** Epoch milliseconds of the latest attempt; `null` before the first. */
  @EpochMs({ nullable: true })
  lastAt!: number | null;

  /** Reason why the latest attempt failed, in English; `null` if it did not fail. */
  @Text(300, { nullable: true })
  lastFault!: string | null;

  @EpochMs()
  createdAt!: number;
}
