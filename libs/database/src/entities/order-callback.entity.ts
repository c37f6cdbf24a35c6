import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Channel } from './channel.entity.js';
import { Order } from './order.entity.js';

/** A shop's callback address for changes of an order, with the latest attempt to call it. */
@Entity('order_callbacks')
@Index('ix_order_callbacks_next', ['nextAt', 'channelId'])
@Index('ix_order_callbacks_channel', ['channelId', 'nextAt'])
export class OrderCallback {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Order, { name: 'fk_order_callbacks_order', onDelete: 'CASCADE' })
  orderId!: number;

  @Whole()
  @ForeignKey(() => Channel, { name: 'fk_order_callbacks_channel', onDelete: 'CASCADE' })
  channelId!: number;

  @Text(1000)
  url!: string;

  /** Attempts since the order last changed. */
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

  /**
   * Reason why the latest attempt failed, such as `timed_out`, `not_ok` or `unreadable_key`; `null` if it did not fail.
   */
  @Text(32, { nullable: true })
  lastFault!: string | null;
}
