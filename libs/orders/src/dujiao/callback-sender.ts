import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Channel, Order, OrderCallback } from '@app/database';
import { Clock, logFailure, OutgoingError, OutgoingHttp } from '@app/platform';
import { Channels } from '../channels.js';
import { OrderService } from '../order.service.js';
import { callbackRequest, faultOfAnswer } from './callback-request.js';
import { claimedUntil, nextCallbackAt } from './callback-schedule.js';

const EVERY_MS = 1000;

/** Shops that a process tells at the same time, each about one order at a time: a slow one holds up no other. */
const MAX_SHOPS = 10;

/** What became of an attempt. */
type Outcome = Pick<OrderCallback, 'lastStatus' | 'lastFault'>;

/**
 * Tells shops about their orders. Of several processes one makes an attempt, because it claims the attempt first. A shop
 * may be told twice, for example if the process dies before it has noted the answer.
 */
@Injectable()
export class CallbackSender implements BeforeApplicationShutdown {
  private readonly logger = new Logger(CallbackSender.name);
  /** Channels whose shops this process is telling. */
  private readonly running = new Map<number, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly channels: Channels,
    private readonly orders: OrderService,
    private readonly http: OutgoingHttp,
    private readonly clock: Clock,
  ) {}

  /** Starts telling shops of orders that are due. It does not wait for their answers. */
  @ScheduledJob({ name: 'order-callbacks', everyMs: EVERY_MS, failure: 'Due callbacks could not be read' })
  async run(): Promise<void> {
    const due = await this.dueChannels();
    for (const id of due.filter((each) => !this.running.has(each))) {
      if (this.running.size >= MAX_SHOPS || this.stopping.signal.aborted) return;
      const done = this.tellAll(id)
        .catch((error: unknown) =>
          logFailure(this.logger, `The shop of channel ${id} could not be told`, error),
        )
        .finally(() => this.running.delete(id));
      this.running.set(id, done);
    }
  }

  /** Waits until this process tells no shop. */
  async settled(): Promise<void> {
    await Promise.all(this.running.values());
  }

  /** Requests in progress are broken off: they are made again after the start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.settled();
  }

  private async dueChannels(): Promise<number[]> {
    // More than can be told now, since some of them are being told.
    const rows: { channel_id: number }[] = await this.dataSource.query(
      `SELECT DISTINCT channel_id FROM order_callbacks WHERE next_at <= ? LIMIT ${2 * MAX_SHOPS}`,
      [this.clock.now()],
    );
    return rows.map((row) => row.channel_id);
  }

  private async tellAll(channelId: number): Promise<void> {
    const { manager } = this.dataSource;
    while (!this.stopping.signal.aborted) {
      const callback = await manager.findOne(OrderCallback, {
        where: { channelId, nextAt: LessThanOrEqual(this.clock.now()) },
        order: { nextAt: 'ASC' },
      });
      if (!callback) return;
      const claimed = await this.claim(callback);
      if (claimed) await this.tell(claimed);
    }
  }

  /** Claims an attempt; `undefined` if another process was faster or the order has changed. */
  private async claim(callback: OrderCallback): Promise<OrderCallback | undefined> {
    const { orderId, nextAt, attempts } = callback;
    const changes = { nextAt: claimedUntil(this.clock.now()), attempts: attempts + 1 };
    const { affected } = await this.dataSource.manager.update(
      OrderCallback,
      { orderId, nextAt: nextAt!, attempts },
      changes,
    );
    return affected === 1 ? Object.assign(callback, changes) : undefined;
  }

  private async tell(callback: OrderCallback): Promise<void> {
    const { orderId, nextAt, attempts } = callback;
    const outcome = await this.attempt(callback);
    // Not noted, since the shop may never have seen it.
    if (this.stopping.signal.aborted) return;
    const now = this.clock.now();
    const next = outcome.lastFault === null ? null : nextCallbackAt(attempts, now);
    // A change of the order meanwhile made it due again, and stays due.
    const claimed = { orderId, nextAt: nextAt!, attempts };
    await this.dataSource.manager.update(OrderCallback, claimed, { ...outcome, lastAt: now, nextAt: next });
    if (outcome.lastFault !== null && next === null)
      this.logger.warn(`The shop of channel ${callback.channelId} could not be told about order ${orderId}`);
  }

  private async attempt({ orderId, channelId, url }: OrderCallback): Promise<Outcome> {
    const { manager } = this.dataSource;
    const channel = await manager.findOneByOrFail(Channel, { id: channelId });
    const order = await manager.findOneByOrFail(Order, { id: orderId });
    const issued = { order, cards: await this.orders.cardsOf(orderId) };
    const credential = { id: channel.keyHint, key: this.channels.keyOf(channel)! };
    try {
      const request = callbackRequest(url, issued, credential, this.clock.now());
      const answer = await this.http.post(request, this.stopping.signal);
      return { lastStatus: answer.status, lastFault: faultOfAnswer(answer) };
    } catch (error) {
      if (error instanceof OutgoingError) return { lastStatus: null, lastFault: error.fault };
      throw error;
    }
  }
}
