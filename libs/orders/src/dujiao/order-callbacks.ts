import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Channel, OrderCallback } from '@app/database';

/**
 * Records, in the transaction of an order, that the shop expects a callback about this order. `CallbackSender` sends
 * the callbacks.
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
   * Makes the callback of an order due again, if there is one.
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
