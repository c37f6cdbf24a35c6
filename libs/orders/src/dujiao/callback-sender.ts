import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Channel, isDatabaseUnavailable, Order, OrderCallback } from '@app/database';
import { Clock, ConfigurationError, logFailure, OutgoingError, OutgoingHttp } from '@app/platform';
import { Channels } from '../channels.js';
import { OrderService } from '../order.service.js';
import { callbackRequest, faultOfAnswer } from './callback-request.js';
import { claimedUntil, nextCallbackAt } from './callback-schedule.js';

const EVERY_MS = 1000;

/**
 * Number of shops that a process calls concurrently, so that a slow shop does not delay others. Each shop is called for
 * one order at a time.
 */
const MAX_SHOPS = 10;

/** Maximum number of callbacks to a shop in one turn. The next turn goes to the shop that has waited longest. */
const TURN = 3;

/** The outcome of an attempt. */
type Outcome = Pick<OrderCallback, 'lastStatus' | 'lastFault'>;

/**
 * Sends callbacks about orders to shops. A process claims each attempt in advance, so that no two processes make the
 * same attempt. A shop may still get a callback twice, for example if the process dies before it has stored the answer.
 */
@Injectable()
export class CallbackSender implements BeforeApplicationShutdown {
  private readonly logger = new Logger(CallbackSender.name);
  /** Channels whose shops this process is calling. */
  private readonly running = new Set<number>();
  /** Turns in progress. */
  private readonly turns = new Set<Promise<void>>();
  /** Channels that had a turn, in the order of their latest turns, oldest first. */
  private readonly served = new Set<number>();
  private readonly stopping = new AbortController();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly channels: Channels,
    private readonly orders: OrderService,
    private readonly http: OutgoingHttp,
    private readonly clock: Clock,
  ) {}

  /** Starts the callbacks that are due. Does not wait for the shops' answers. */
  @ScheduledJob({ name: 'order-callbacks', everyMs: EVERY_MS, failure: 'Due callbacks could not be read' })
  async run(): Promise<void> {
    for (const id of await this.dueChannels()) {
      if (this.running.size >= MAX_SHOPS || this.stopping.signal.aborted) return;
      if (!this.running.has(id)) this.start(id);
    }
  }

  /** Waits until this process has no calls to shops in progress. */
  async settled(): Promise<void> {
    while (this.turns.size > 0) await Promise.all(this.turns);
  }

  /** Requests in progress are aborted and repeated after the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.settled();
  }

  /**
   * Returns the channels with due callbacks. Channels that had no turn yet come first, ordered by their oldest
   * callback; the others are ordered by their latest turn. If age alone decided, shops with an endless backlog would
   * always come first.
   */
  private async dueChannels(): Promise<number[]> {
    // The query reads one entry of ix_order_callbacks_channel for each channel, however many callbacks are due.
    const rows: { id: number }[] = await this.dataSource.query(
      `SELECT id FROM (
         SELECT id, (SELECT MIN(next_at) FROM order_callbacks WHERE channel_id = channels.id AND next_at <= ?) AS oldest
         FROM channels) AS shops
       WHERE oldest IS NOT NULL ORDER BY oldest`,
      [this.clock.now()],
    );
    const due = new Set(rows.map(({ id }) => id));
    return [...due.difference(this.served), ...[...this.served].filter((id) => due.has(id))];
  }

  /** Gives a shop its turn. */
  private start(channelId: number): void {
    this.running.add(channelId);
    this.served.delete(channelId);
    this.served.add(channelId);
    const turn = this.serve(channelId)
      .catch((error: unknown) =>
        logFailure(this.logger, `The shop of channel ${channelId} could not be told`, error),
      )
      .finally(() => this.turns.delete(turn));
    this.turns.add(turn);
  }

  private async serve(channelId: number): Promise<void> {
    const isDone = await this.tellSome(channelId).finally(() => this.running.delete(channelId));
    // The shop that has waited longest gets the next turn at once.
    if (!isDone) await this.run();
  }

  /** Returns true if no callbacks are left. */
  private async tellSome(channelId: number): Promise<boolean> {
    const { manager } = this.dataSource;
    for (let told = 0; told < TURN && !this.stopping.signal.aborted; told++) {
      const callback = await manager.findOne(OrderCallback, {
        where: { channelId, nextAt: LessThanOrEqual(this.clock.now()) },
        order: { nextAt: 'ASC' },
      });
      if (!callback) return true;
      const claimed = await this.claim(callback);
      if (claimed) await this.tell(claimed);
    }
    return false;
  }

  /** Claims an attempt. Returns `undefined` if another process was faster or the order has changed. */
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
    // The attempt is not recorded, since the shop may never have seen the request.
    if (this.stopping.signal.aborted) return;
    const now = this.clock.now();
    const next = outcome.lastFault === null ? null : nextCallbackAt(attempts, now);
    // If the order changed in the meantime, the callback is due again. The update then matches no row, so the callback
    // stays due.
    const claimed = { orderId, nextAt: nextAt!, attempts };
    await this.dataSource.manager.update(OrderCallback, claimed, { ...outcome, lastAt: now, nextAt: next });
    if (outcome.lastFault !== null && next === null)
      this.logger.warn(`The shop of channel ${callback.channelId} could not be told about order ${orderId}`);
  }

  private async attempt({ orderId, channelId, url }: OrderCallback): Promise<Outcome> {
    const { manager } = this.dataSource;
    try {
      const channel = await manager.findOneByOrFail(Channel, { id: channelId });
      const order = await manager.findOneByOrFail(Order, { id: orderId });
      const issued = { order, cards: await this.orders.cardsOf(orderId) };
      const credential = { id: channel.keyHint, key: this.channels.keyOf(channel)! };
      const request = callbackRequest(url, issued, credential, this.clock.now());
      const answer = await this.http.post(request, this.stopping.signal);
      return { lastStatus: answer.status, lastFault: faultOfAnswer(answer) };
    } catch (error) {
      if (error instanceof OutgoingError) return { lastStatus: null, lastFault: error.fault };
      // Without the database, the outcome cannot be stored either. The attempt is repeated when its claim ends.
      if (isDatabaseUnavailable(error)) throw error;
      logFailure(this.logger, `The callback of order ${orderId} could not be sent`, error);
      const lastFault = error instanceof ConfigurationError ? 'unreadable_key' : 'internal_error';
      return { lastStatus: null, lastFault };
    }
  }
}
