import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { Card, inTransaction, Order, type RefundMode, rowLock } from '@app/database';
import { applyEffects, CARD, HolderEvents, OPERATIONS, SessionCache } from '@app/licensing';
import { OrderCallbacks } from './dujiao/order-callbacks.js';
import { OrderEvents } from './order-events.js';

/** The state after a refund. */
export interface Refund {
  readonly order: Order;
  /** Number of cards of the order that are frozen. */
  readonly frozen: number;
  /** Number of cards of the order that a customer activated or consumed. */
  readonly used: number;
}

/** Makes further changes in the transaction of a refund. */
export type AlongWithRefund = (manager: EntityManager, refund: Refund) => Promise<void>;

/** Refunds orders. */
@Injectable()
export class RefundService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionCache,
    private readonly holderEvents: HolderEvents,
    private readonly events: OrderEvents,
    private readonly callbacks: OrderCallbacks,
  ) {}

  /**
   * Freezes cards of an order. Repeating the call freezes only cards that were not frozen, such as cards that were
   * unfrozen in the meantime, or used cards if the first call had the mode `unused`.
   * @param now epoch milliseconds
   */
  refund(orderId: number, mode: RefundMode, now: number, alongWith?: AlongWithRefund): Promise<Refund> {
    return this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const order = await manager.findOneOrFail(Order, { where: { id: orderId }, ...rowLock(manager) });
        const select = { id: true, status: true, frozen: true, unbindsUsed: true, usesUsed: true } as const;
        const byId = { id: 'ASC' } as const;
        const cards = await manager.find(Card, {
          select,
          where: { orderId },
          order: byId,
          ...rowLock(manager),
        });
        const used = cards.filter(wasUsed).length;
        const ids = cards
          .filter(({ status, frozen }) => !frozen && (mode === 'all' || status === 'unused'))
          .map(({ id }) => id);
        if (ids.length > 0) {
          const values = { ...OPERATIONS.freeze.values, updatedAt: now };
          await manager.update(Card, { id: In(ids) }, values);
          const holders = { holderKind: CARD.name, holderIds: ids };
          await applyEffects(manager, this.holderEvents, 'freeze', order.applicationId, holders, now);
        }
        const isFirst = order.status !== 'refunded';
        if (isFirst) {
          const changes = { status: 'refunded', refundedAt: now, updatedAt: now } as const;
          await manager.update(Order, { id: orderId }, changes);
          Object.assign(order, changes);
          await this.callbacks.renew(manager, orderId, now);
        }
        const frozen = cards.filter((card) => card.frozen).length + ids.length;
        const refund = { order, frozen, used };
        // A repetition that freezes nothing writes no event.
        if (ids.length > 0 || isFirst)
          await this.events.refunded(manager, order, { mode, frozen, used }, now);
        await alongWith?.(manager, refund);
        await invalidate(ids.map((holderId) => ({ holderKind: CARD.name, holderId })));
        return refund;
      }),
    );
  }
}

/** True if a customer has used the card. After a reset to unused, only consumed unbinds or uses still show this. */
function wasUsed({ status, unbindsUsed, usesUsed }: Card): boolean {
  return status !== 'unused' || unbindsUsed > 0 || usesUsed > 0;
}
