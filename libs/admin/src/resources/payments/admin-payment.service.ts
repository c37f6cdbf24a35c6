import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type AuditAction, Channel, type Payment, type PaymentStatus } from '@app/database';
import { OrderError } from '@app/orders';
import { PaymentIntake } from '@app/payments';
import type { Actor } from '../../access/actor.js';
import type { ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { refusal } from '../../errors/admin-error.js';
import { maySeePrices } from '../channels/channel.service.js';
import { asAdminError } from '../orders/order-refusal.js';
import { PAYMENT_FIELDS, type PaymentDto, type PaymentFilter, PAYMENTS } from './payment.resource.js';

/** Payments in the admin API. */
@Injectable()
export class AdminPaymentService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly intake: PaymentIntake,
  ) {}

  async list(actor: Actor, query: ListQuery<PaymentFilter>): Promise<Page<PaymentDto>> {
    return (await this.crud.list(actor, PAYMENTS, query)).map((payment) => shown(actor, payment));
  }

  async get(actor: Actor, id: number): Promise<PaymentDto> {
    return shown(actor, await this.crud.get(actor, PAYMENTS, id));
  }

  /** @throws AdminError 404; 409 if the payment was issued or refunded, no product matches it, or no cards are left */
  async issue(actor: Actor, id: number): Promise<PaymentDto> {
    const payment = await this.settle(actor, id, ['pending', 'failed', 'dismissed'], 'pending', 'issue');
    const { manager } = this.dataSource;
    const channel = await manager.findOneByOrFail(Channel, { id: payment.channelId });
    try {
      return shown(actor, await this.intake.issue(channel, payment, actor.now));
    } catch (error) {
      if (error instanceof OrderError && error.reason === 'unknown_card_type')
        throw refusal('payment_unmapped', { products: payment.products.join(', ') });
      throw asAdminError(error, 'product');
    }
  }

  /** @throws AdminError 404; 409 unless the payment is pending or failed */
  async dismiss(actor: Actor, id: number): Promise<PaymentDto> {
    return shown(actor, await this.settle(actor, id, ['pending', 'failed'], 'dismissed', 'dismiss'));
  }

  private settle(
    actor: Actor,
    id: number,
    from: readonly PaymentStatus[],
    status: PaymentStatus,
    action: AuditAction,
  ): Promise<Payment> {
    return this.crud.act(actor, PAYMENTS, id, async (payment, manager) => {
      if (!from.includes(payment.status)) throw refusal('payment_closed');
      // A payment to be issued keeps its fault, so that the same fault is not reported again if it recurs.
      const changes = { status, ...(status === 'dismissed' && { fault: null }) };
      await this.crud.change(manager, actor, PAYMENTS, payment, changes, action);
      return payment;
    });
  }
}

function shown(actor: Actor, payment: Payment): PaymentDto {
  const dto = toDto(payment, PAYMENT_FIELDS);
  return maySeePrices(actor) ? dto : { ...dto, amount: null, currency: null };
}
