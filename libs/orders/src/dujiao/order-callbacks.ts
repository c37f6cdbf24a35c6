import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Channel, OrderCallback } from '@app/database';

/**
 * Records which shops expect callbacks for which orders, in the transactions of the orders. `CallbackSender` calls
 * these shops.
 */
@Injectable()
export class OrderCallbacks {
  /** @param now epoch milliseconds */
  async add(
    manager: EntityManager,
    channel: Channel,
    orderId: number,
    url: string,
    now: number,
  ): Promise<void> {
    const none = { lastAt: null, lastStatus: null, lastFault: null };
    await manager.insert(OrderCallback, {
      orderId,
      channelId: channel.id,
      url,
      attempts: 0,
      nextAt: now,
      ...none,
    });
  }

  /**
   * Makes the callback for an order due again, if the order has a callback.
   * @param now epoch milliseconds
   */
  async renew(manager: EntityManager, orderId: number, now: number): Promise<void> {
    await manager.update(OrderCallback, { orderId }, { attempts: 0, nextAt: now });
  }

  /** Cancels further callbacks about an order. */
  async settle(manager: EntityManager, orderId: number): Promise<void> {
    await manager.update(OrderCallback, { orderId }, { nextAt: null });
  }
}
