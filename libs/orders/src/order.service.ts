import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DataSource, type EntityManager, In } from 'typeorm';
import {
  Card,
  CardType,
  Channel,
  ChannelProduct,
  countAvailable,
  insertRow,
  inTransaction,
  isParentMissing,
  isUniqueViolation,
  Order,
  rowLock,
  rowSemaphores,
} from '@app/database';
import { DEFAULT_ALPHABET, DEFAULT_MASK, KeysUsedUpError, makeCards } from '@app/licensing';
import { currentParty, type KeyedSemaphore, ServiceUnavailableError } from '@app/platform';
import { leftToday } from './left-today.js';
import { OrderMails } from './mails/order-mails.js';
import { LowStock } from './low-stock.js';
import { OrderError } from './order-error.js';
import { OrderEvents } from './order-events.js';
import { bodyHash, type OrderBody } from './rules/body-hash.js';
import { lockAvailable } from './lock-available.js';

/** Maximum number of retries while other orders lock the available cards. */
const MAX_LOOKS = 100;
const LOOK_PAUSE_MS = 20;

/** An order of a shop. */
export interface ShopOrder extends OrderBody {
  /** The shop's number. */
  readonly orderNo: string;
  /** Currency of the amount, if it can differ from the product's currency. */
  readonly currency?: string;
  /** Name of the product in the order, if the channel's name for the product means nothing to people. */
  readonly productName?: string;
}

/** An order of an administrator. */
export interface HandOrder extends Omit<OrderBody, 'cardType'> {
  readonly applicationId: number;
  /** Idempotency key, unique within the application. */
  readonly requestKey: string;
  readonly cardTypeId: number;
  /** Batch whose oldest available cards are issued; `null` issues new cards. */
  readonly batch: string | null;
  readonly currency: string | null;
  /** Name of the administrator. */
  readonly createdBy: string;
}

/** An order with its cards, oldest first. */
export interface IssuedOrder {
  readonly order: Order;
  readonly cards: readonly string[];
  /** True if an earlier request issued the cards. */
  readonly replayed: boolean;
}

/** Makes further changes in the transaction of a new order. */
export type AlongWith = (manager: EntityManager, order: Order) => Promise<void>;

export interface IssueOptions {
  /** If true, the order is rolled back at the end. */
  readonly dryRun?: boolean;
  /** For example, stores the callback address. */
  readonly alongWith?: AlongWith;
}

/** The unique number of an order. */
type OrderNumber =
  | { readonly channelId: number; readonly externalNo: string }
  | { readonly applicationId: number; readonly requestKey: string };

/** Source of the cards of an order. */
interface Source {
  readonly cardTypeId: number;
  /** Batch whose oldest available cards are issued; `null` means that new cards are created. */
  readonly batch: string | null;
}

/** Thrown if an order needs cards that are locked by other orders, which may still be rolled back. */
class StockBusy extends Error {}

/** Thrown to roll back a test order. */
class Tried extends Error {
  constructor(readonly issued: IssuedOrder) {
    super('The order was only tried');
  }
}

/**
 * Issues cards once per order number, each order in one transaction. A repeated request returns the cards of the first
 * request, even if settings have changed since.
 */
@Injectable()
export class OrderService {
  /** Concurrent requests with the same order number wait here without occupying a database connection. */
  private readonly turns: KeyedSemaphore;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly lowStock: LowStock,
    private readonly events: OrderEvents,
    private readonly mails: OrderMails,
  ) {
    this.turns = rowSemaphores(dataSource, 'one order');
  }

  /**
   * Issues cards to a shop.
   * @param now epoch milliseconds
   * @throws OrderError
   */
  async issue(
    channel: Channel,
    wanted: ShopOrder,
    now: number,
    { dryRun = false, alongWith }: IssueOptions = {},
  ): Promise<IssuedOrder> {
    const { orderNo: externalNo, quantity } = wanted;
    const number = { channelId: channel.id, externalNo };
    const hash = bodyHash(wanted);
    // All orders of a channel with a limit per day take turns, since they would wait for each other's lock anyway.
    const turn = channel.maxPerDay === null ? `channel ${channel.id} ${externalNo}` : `channel ${channel.id}`;
    return this.once(turn, number, hash, async () => {
      if (quantity > channel.maxPerOrder)
        throw new OrderError('too_many_cards', { max: channel.maxPerOrder });
      const product = await this.findProduct(channel, wanted.cardType);
      const { cardTypeId, batch, price, name } = product;
      const { productName = name } = wanted;
      const amount = wanted.amount ?? price * quantity;
      const currency = wanted.amount === null ? product.currency : (wanted.currency ?? product.currency);
      const issue = this.inOneTransaction(product, now, async (manager) => {
        await this.requireRoomToday(manager, channel, quantity, now);
        const values = { ...numberless(wanted), ...number, applicationId: channel.applicationId };
        const more = { cardTypeId, product: productName, amount, currency, bodyHash: hash, createdBy: null };
        const issued = await this.write(manager, { ...values, ...more }, { cardTypeId, batch }, now);
        await this.mails.add(manager, channel, issued.order, now);
        await alongWith?.(manager, issued.order);
        if (dryRun) throw new Tried(issued);
        return issued;
      });
      return issue.catch(async (error: unknown) => {
        // The order failed before the stock was compared with the channel's threshold, so the comparison is made here.
        if (error instanceof OrderError && error.reason === 'out_of_stock' && !dryRun)
          await this.lowStock.checkAfterwards({ cardTypeId, batch: batch! }, now);
        throw error;
      });
    });
  }

  /**
   * Issues cards for an administrator.
   * @param now epoch milliseconds
   * @param alongWith makes further changes, such as writing the audit record
   * @throws OrderError
   */
  async issueByHand(wanted: HandOrder, now: number, alongWith: AlongWith): Promise<IssuedOrder> {
    const { applicationId, requestKey, cardTypeId, batch, currency, createdBy } = wanted;
    const number = { applicationId, requestKey };
    const hash = bodyHash({ ...wanted, cardType: JSON.stringify([cardTypeId, batch, currency]) });
    return this.once(`application ${applicationId} ${requestKey}`, number, hash, async () => {
      const type = await this.dataSource.manager.findOneBy(CardType, { id: cardTypeId, applicationId });
      if (!type) throw new OrderError('unknown_card_type');
      return this.inOneTransaction(wanted, now, async (manager) => {
        const values = { ...numberless(wanted), ...number, currency, createdBy, bodyHash: hash };
        const order = { ...values, cardTypeId, product: type.name };
        const issued = await this.write(manager, order, { cardTypeId, batch }, now);
        await alongWith(manager, issued.order);
        return issued;
      });
    });
  }

  /**
   * Finds an order of a channel by the shop's number.
   * @throws OrderError unknown_order
   */
  async get(channel: Channel, externalNo: string): Promise<IssuedOrder> {
    const found = await this.find({ channelId: channel.id, externalNo });
    if (!found) throw new OrderError('unknown_order');
    return found;
  }

  /**
   * Returns an order of a channel by its id.
   * @throws OrderError unknown_order
   */
  async getById(channel: Channel, id: number): Promise<IssuedOrder> {
    const order = await this.dataSource.manager.findOneBy(Order, { id, channelId: channel.id });
    if (!order) throw new OrderError('unknown_order');
    return { order, cards: await this.cardsOf(order.id), replayed: true };
  }

  /** Returns the keys of an order's cards, oldest first; deleted cards are missing. */
  async cardsOf(orderId: number): Promise<string[]> {
    const select = { card: true } as const;
    const { manager } = this.dataSource;
    const cards = await manager.find(Card, { select, where: { orderId }, order: { id: 'ASC' } });
    return cards.map(({ card }) => card);
  }

  /** Issues cards unless this process or another one has already created an order with this number. */
  private once(
    turn: string,
    number: OrderNumber,
    hash: string,
    issue: () => Promise<IssuedOrder>,
  ): Promise<IssuedOrder> {
    return this.turns.run(
      turn,
      async () => {
        try {
          return await issue();
        } catch (error) {
          if (error instanceof Tried) return error.issued;
          const isAnswer = error instanceof OrderError || isUniqueViolation(error);
          const earlier = isAnswer && (await this.find(number));
          if (!earlier) throw isParentMissing(error) ? new OrderError('unknown_card_type') : error;
          if (earlier.order.bodyHash !== hash) throw new OrderError('number_used');
          return earlier;
        }
      },
      currentParty(),
    );
  }

  private async find(number: OrderNumber): Promise<IssuedOrder | undefined> {
    const order = await this.dataSource.manager.findOneBy(Order, number);
    return order ? { order, cards: await this.cardsOf(order.id), replayed: true } : undefined;
  }

  /**
   * Runs an order's transaction, and repeats it while other orders have locked the cards that it needs. Compares the
   * stock with the channels' thresholds before the commit, and again afterwards if concurrent orders may have changed it.
   */
  private async inOneTransaction(
    { cardTypeId, batch }: Source,
    now: number,
    work: (manager: EntityManager) => Promise<IssuedOrder>,
  ): Promise<IssuedOrder> {
    const shelf = batch === null ? undefined : { cardTypeId, batch };
    for (let look = 1; ; look++) {
      try {
        const [issued, isWatched] = await inTransaction(this.dataSource, async (manager) => {
          const done = await work(manager);
          return [done, shelf !== undefined && (await this.lowStock.check(manager, shelf, now))] as const;
        });
        if (isWatched) await this.lowStock.checkAfterwards(shelf!, now);
        return issued;
      } catch (error) {
        if (!(error instanceof StockBusy)) throw error;
        if (look === MAX_LOOKS) throw new ServiceUnavailableError('Other orders hold the last cards');
      }
      await setTimeout(randomInt(1, LOOK_PAUSE_MS));
    }
  }

  /** Writes the order before its cards, so that a second order with the same number never gets cards. */
  private async write(
    manager: EntityManager,
    values: Partial<Order> & { quantity: number },
    source: Source,
    now: number,
  ): Promise<IssuedOrder> {
    const times = { refundedAt: null, createdAt: now, updatedAt: now };
    const order = manager.create(Order, {
      channelId: null,
      externalNo: null,
      requestKey: null,
      ...values,
      status: 'issued',
      rowVersion: 1,
      ...times,
    });
    order.id = await insertRow(manager, Order, order);
    const issue = { orderId: order.id, issuedAt: now };
    const cards = await (source.batch === null
      ? this.make(manager, source.cardTypeId, values.quantity, issue)
      : this.take(manager, { ...source, batch: source.batch }, values.quantity, issue));
    await this.events.issued(manager, order, cards, now);
    return { order, cards, replayed: false };
  }

  private async make(
    manager: EntityManager,
    cardTypeId: number,
    count: number,
    issue: { orderId: number; issuedAt: number },
  ): Promise<string[]> {
    const type = await manager.findOneBy(CardType, { id: cardTypeId });
    if (!type) throw new OrderError('unknown_card_type');
    const style = { mask: type.keyMask ?? DEFAULT_MASK, alphabet: DEFAULT_ALPHABET };
    try {
      return await makeCards(manager, type, { style, count, note: null, batch: null, issue }, issue.issuedAt);
    } catch (error) {
      throw error instanceof KeysUsedUpError ? new OrderError('keys_used_up') : error;
    }
  }

  private async take(
    manager: EntityManager,
    shelf: { cardTypeId: number; batch: string },
    count: number,
    issue: { orderId: number; issuedAt: number },
  ): Promise<string[]> {
    const taken = await lockAvailable(manager, shelf, count);
    if (taken.length < count) {
      const available = await countAvailable(manager, shelf, count);
      if (available === count) throw new StockBusy();
      throw new OrderError('out_of_stock', { available, quantity: count });
    }
    const ids = taken.map(({ id }) => id);
    await manager.update(Card, { id: In(ids) }, { ...issue, updatedAt: issue.issuedAt });
    return taken.map(({ card }) => card);
  }

  /** @throws OrderError unknown_card_type */
  private async findProduct({ id: channelId }: Channel, cardType: string | number): Promise<ChannelProduct> {
    const byId = /^[1-9]\d{0,8}$/.test(String(cardType)) ? [{ channelId, cardTypeId: Number(cardType) }] : [];
    const byName = typeof cardType === 'string' ? [{ channelId, name: cardType }] : [];
    const where = [...byName, ...byId];
    if (where.length === 0) throw new OrderError('unknown_card_type');
    const found = await this.dataSource.manager.findBy(ChannelProduct, where);
    const product = found.find(({ name }) => name === cardType) ?? found[0];
    if (!product) throw new OrderError('unknown_card_type');
    return product;
  }

  /** Locks the channel if it has a limit per day, and checks the limit. */
  private async requireRoomToday(
    manager: EntityManager,
    channel: Channel,
    quantity: number,
    now: number,
  ): Promise<void> {
    const { id, maxPerDay: limit } = channel;
    if (limit === null) return;
    // Locks the channel before the order is inserted. Otherwise the order's foreign key would first take a shared lock
    // on this row, and concurrent orders could deadlock.
    const locked = await manager.findOne(Channel, { where: { id }, ...rowLock(manager) });
    const left = await leftToday(manager, channel, locked?.maxPerDay ?? limit, now);
    if (quantity > left) throw new OrderError('day_limit', { left });
  }
}

function numberless({ quantity, contact, amount, note }: Omit<OrderBody, 'cardType'>) {
  return { quantity, contact, amount, note };
}
