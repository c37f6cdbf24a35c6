import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Channel, type Order, OrderMail, rowLock } from '@app/database';
import { isMailAddress } from './mail-address.js';

const FIRST = { status: 'pending', attempts: 0, lastFault: null } as const;

/** Queues emails with the cards of orders. */
@Injectable()
export class OrderMails {
  /**
   * Queues the email for a new order in the order's transaction, if the channel emails cards and the contact is an
   * email address.
   * @param now epoch milliseconds
   */
  async add(manager: EntityManager, { mailCards }: Channel, order: Order, now: number): Promise<void> {
    const { id: orderId, contact } = order;
    if (!mailCards || contact === null || !isMailAddress(contact)) return;
    const times = { nextAt: now, lastAt: null, createdAt: now };
    await manager.insert(OrderMail, { ...FIRST, ...times, orderId, address: contact });
  }

  /**
   * Queues the email for an order again, regardless of the outcome of an earlier email.
   * @param now epoch milliseconds
   */
  async again(manager: EntityManager, { id: orderId }: Order, address: string, now: number): Promise<void> {
    const before = await manager.findOne(OrderMail, { where: { orderId }, ...rowLock(manager) });
    const values = { ...FIRST, address, nextAt: now };
    if (before) await manager.update(OrderMail, { id: before.id }, values);
    else await manager.insert(OrderMail, { ...values, orderId, lastAt: null, createdAt: now });
  }
}
