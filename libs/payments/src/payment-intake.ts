import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import {
  CardType,
  type Channel,
  ChannelProduct,
  inTransaction,
  isUniqueViolation,
  Order,
  Payment,
  rowLock,
} from '@app/database';
import { type EventData, Outbox } from '@app/events';
import { type AlongWith, Channels, OrderError, OrderService, RefundService } from '@app/orders';
import { toSeconds } from '@app/platform';
import type { Refund, ReportedPayment } from './services/payment-service.js';

/** Payments whose cards can still be issued. */
const OPEN = ['pending', 'failed'] as const;

const PENDING = { status: 'pending' } as const;
const TOO_OLD = { status: 'dismissed', fault: 'paid_before_channel' } as const;
const REFUNDED = { status: 'refunded', fault: null } as const;

/** Thrown to roll back an order whose payment was refunded or dismissed in the meantime. */
class PaymentClosed extends Error {}

/**
 * Issues the cards of each payment once. A payment is recorded before its cards are issued. If issuing fails, the cards
 * can be issued later: by `PaymentRetryJob`, when another event reports the payment, or when an administrator tries again.
 * The intake also records a refund that arrives before its payment. No cards are then issued for the payment.
 */
@Injectable()
export class PaymentIntake {
  private readonly logger = new Logger(PaymentIntake.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrderService,
    private readonly refunds: RefundService,
    private readonly outbox: Outbox,
    private readonly channels: Channels,
  ) {}

  /**
   * Records a payment and issues its cards, unless an earlier event has done so. If the channel is disabled, the
   * payment is recorded as failed: the money was taken, so somebody has to issue the cards or refund the payment. A
   * payment from before the channel is recorded as dismissed, since its buyer was supplied in another way.
   * @param now epoch milliseconds
   * @throws OrderError if the cards cannot be issued; the payment stays recorded
   */
  async paid(channel: Channel, reported: ReportedPayment, now: number): Promise<Payment> {
    const payment = await this.record(
      channel,
      reported.number,
      (before) => {
        if (before && !OPEN.some((status) => status === before.status)) return {};
        const { number: _, paidAt, ...facts } = reported;
        const state = !before && isOlderThan(channel, paidAt) ? TOO_OLD : PENDING;
        return { ...facts, products: [...facts.products], ...state, updatedAt: now };
      },
      now,
    );
    if (payment.status !== 'pending') return payment;
    try {
      this.channels.requireEnabled(channel);
    } catch (error) {
      if (error instanceof OrderError) return this.fail(channel, payment, error, now);
      throw error;
    }
    return this.issue(channel, payment, now);
  }

  /**
   * Records a refund and freezes the cards of the order, if they were issued. If the payment is not recorded yet, the
   * refund is recorded under every number that the payment may have. Repeating the call has no further effect.
   * @param now epoch milliseconds
   */
  async refunded(channel: Channel, numbers: Refund, now: number): Promise<void> {
    const where = { channelId: channel.id, externalNo: In(numbers) };
    const recorded = await this.dataSource.manager.findBy(Payment, where);
    const known = recorded.map(({ externalNo }) => externalNo);
    for (const number of known.length > 0 ? known : numbers) await this.refundOne(channel, number, now);
  }

  private async refundOne(channel: Channel, number: string, now: number): Promise<void> {
    // The service might not repeat the event, so a payment with an order must not be marked as refunded before the
    // cards are frozen.
    if (await this.refundOrder(channel, number, now)) return;
    await this.record(channel, number, () => ({ ...REFUNDED, updatedAt: now }), now);
    // The order may have been written in the meantime.
    await this.refundOrder(channel, number, now);
  }

  /**
   * Refunds a payment with its order. Returns false if there is no order. Services report refunds more than once: cards
   * that an administrator has unfrozen since the first report stay unfrozen.
   */
  private async refundOrder(
    { id: channelId, refundMode }: Channel,
    externalNo: string,
    now: number,
  ): Promise<boolean> {
    const where = { channelId, externalNo };
    const order = await this.dataSource.manager.findOneBy(Order, where);
    if (!order) return false;
    // A refund in the panel does not change the payment, so the service's first report of a refund still freezes cards.
    const isRepeated =
      order.status === 'refunded' &&
      (await this.dataSource.manager.existsBy(Payment, { ...where, status: 'refunded' }));
    if (isRepeated) return true;
    await this.refunds.refund(order.id, refundMode, now, async (manager) => {
      await manager.update(Payment, where, { ...REFUNDED, updatedAt: now });
    });
    return true;
  }

  /**
   * Issues the cards of a recorded payment.
   * @param now epoch milliseconds
   * @throws OrderError
   */
  async issue(channel: Channel, payment: Payment, now: number): Promise<Payment> {
    const { id, externalNo: orderNo, quantity, amount, currency, contact } = payment;
    try {
      const { id: cardType, name: productName } = await this.cardTypeOf(channel, payment);
      const wanted = {
        orderNo,
        cardType,
        productName,
        quantity,
        contact,
        amount,
        note: null,
        ...(currency !== null && { currency }),
      };
      const alongWith: AlongWith = async (manager) => {
        const { status } = await manager.findOneOrFail(Payment, { where: { id }, ...rowLock(manager) });
        if (!OPEN.some((open) => open === status)) throw new PaymentClosed();
        await settle(manager, id, now);
      };
      const { replayed } = await this.orders.issue(channel, wanted, now, { alongWith });
      if (replayed) await settle(this.dataSource.manager, id, now);
    } catch (error) {
      if (error instanceof OrderError && error.reason === 'number_used')
        await settle(this.dataSource.manager, id, now);
      else if (error instanceof OrderError) await this.fail(channel, payment, error, now);
      else if (!(error instanceof PaymentClosed)) throw error;
    }
    return this.dataSource.manager.findOneByOrFail(Payment, { id });
  }

  /**
   * Records that no cards could be issued, and reports the first failure and each failure for a new reason.
   * @throws OrderError
   */
  private async fail(
    channel: Channel,
    { id, externalNo }: Payment,
    error: OrderError,
    now: number,
  ): Promise<never> {
    const { reason } = error;
    const isNew = await inTransaction(this.dataSource, async (manager) => {
      const payment = await manager.findOneOrFail(Payment, { where: { id }, ...rowLock(manager) });
      if (!OPEN.some((open) => open === payment.status)) return false;
      await manager.update(Payment, { id }, { status: 'failed', fault: reason, updatedAt: now });
      if (payment.fault === reason) return false;
      await this.outbox.write(manager, now, {
        type: 'payment.failed',
        applicationId: channel.applicationId,
        data: failureOf(payment, reason),
      });
      return true;
    });
    if (isNew)
      this.logger.warn(
        `Channel ${channel.id} got the payment ${externalNo} but no cards were issued: ${error.message}`,
      );
    throw error;
  }

  /**
   * Returns the card type that was paid for. The order shows the name of this type, since the channel's product names
   * are ids of the payment service, which mean nothing to buyers.
   * @throws OrderError unknown_card_type
   */
  private async cardTypeOf({ id: channelId }: Channel, { products }: Payment): Promise<CardType> {
    const { manager } = this.dataSource;
    const found = await manager.findBy(ChannelProduct, { channelId, name: In(products) });
    const byName = new Map(found.map((product) => [product.name, product.cardTypeId]));
    const paid = products.find((product) => byName.has(product));
    const type = paid === undefined ? null : await manager.findOneBy(CardType, { id: byName.get(paid) });
    if (!type) throw new OrderError('unknown_card_type');
    return type;
  }

  /** Creates or changes the record of a payment. Concurrent events of one payment take turns. */
  private async record(
    channel: Channel,
    externalNo: string,
    changesOf: (before: Payment | null) => Partial<Payment>,
    now: number,
  ): Promise<Payment> {
    const { id: channelId, applicationId } = channel;
    const write = () =>
      inTransaction(this.dataSource, async (manager) => {
        const before = await manager.findOne(Payment, {
          where: { channelId, externalNo },
          ...rowLock(manager),
        });
        const changes = changesOf(before);
        if (before) {
          if (Object.keys(changes).length > 0) await manager.update(Payment, { id: before.id }, changes);
          return Object.assign(before, changes);
        }
        const unknown = {
          products: [],
          quantity: 0,
          amount: null,
          currency: null,
          contact: null,
          fault: null,
        };
        const ids = { applicationId, channelId, externalNo, createdAt: now, updatedAt: now };
        const payment = manager.create(Payment, { ...unknown, ...ids, ...changes });
        await manager.insert(Payment, payment);
        return payment;
      });
    try {
      return await write();
    } catch (error) {
      // A concurrent event of the payment came first.
      if (isUniqueViolation(error)) return write();
      throw error;
    }
  }
}

/** True if a payment was made before the channel was created. Services state the time in whole seconds. */
function isOlderThan({ createdAt }: Channel, paidAt: number | undefined): boolean {
  return paidAt !== undefined && toSeconds(paidAt) < toSeconds(createdAt);
}

function failureOf(payment: Payment, reason: string): EventData['payment.failed'] {
  const { externalNo, channelId, products, quantity, amount, currency } = payment;
  return { payment_no: externalNo, channel_id: channelId, products, quantity, amount, currency, reason };
}

/** Records that the order of a payment exists. */
async function settle(manager: EntityManager, id: number, now: number): Promise<void> {
  const values = { status: 'issued', fault: null, updatedAt: now } as const;
  await manager.update(Payment, { id, status: In(OPEN) }, values);
}
