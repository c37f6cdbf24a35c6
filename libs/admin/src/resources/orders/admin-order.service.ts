import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Card, type Order, OrderMail, type RefundMode } from '@app/database';
import { Mailer } from '@app/mail';
import { isMailAddress, OrderMails, OrderService, RefundService } from '@app/orders';
import type { Actor } from '../../access/actor.js';
import type { ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { changeOf, CrudService, requireOwnApplication } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { invalid, problem, refusal } from '../../errors/admin-error.js';
import { maySeePrices } from '../channels/channel.service.js';
import type {
  IssuedOrderDto,
  IssueOrderDto,
  OrderCardDto,
  OrderDto,
  OrderWithCardsDto,
  RefundedOrderDto,
} from './order.dto.js';
import { ORDER_FIELDS, type OrderFilter, ORDERS } from './order.resource.js';
import { asAdminError } from './order-refusal.js';

const MAIL_FIELDS = ['address', 'status', 'attempts', 'nextAt', 'lastAt', 'lastFault'] as const;

/** Orders in the admin API. */
@Injectable()
export class AdminOrderService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly audit: AuditTrail,
    private readonly orders: OrderService,
    private readonly refunds: RefundService,
    private readonly mails: OrderMails,
    private readonly mailer: Mailer,
  ) {}

  async list(actor: Actor, query: ListQuery<OrderFilter>): Promise<Page<OrderDto>> {
    return (await this.crud.list(actor, ORDERS, query)).map((order) => shown(actor, order));
  }

  async get(actor: Actor, id: number): Promise<OrderWithCardsDto> {
    return this.withCards(actor, await this.crud.get(actor, ORDERS, id));
  }

  /**
   * Issues cards by hand.
   * @throws AdminError 409 if no cards are left; 422, also if the request key was used for another order
   */
  async issue(actor: Actor, dto: IssueOrderDto): Promise<IssuedOrderDto> {
    const { applicationId, batch = null, amount = null, currency = null, contact = null, note = null } = dto;
    await requireOwnApplication(this.dataSource.manager, actor, applicationId);
    if ((amount === null) !== (currency === null)) {
      throw invalid({ [amount === null ? 'amount' : 'currency']: problem('required') });
    }
    const createdBy = actor.principal.name;
    const wanted = { ...dto, batch, amount, currency, contact, note, createdBy };
    try {
      const { order, replayed } = await this.orders.issueByHand(wanted, actor.now, (manager, order) =>
        this.audit.record(manager, actor, {
          ...changeOf(ORDERS, order),
          action: 'create',
          after: toDto(order, ORDER_FIELDS),
        }),
      );
      return { ...(await this.withCards(actor, order)), replayed };
    } catch (error) {
      throw asAdminError(error, 'cardTypeId');
    }
  }

  /** Freezes cards of an order. */
  async refund(actor: Actor, id: number, mode: RefundMode): Promise<RefundedOrderDto> {
    const { status } = await this.crud.get(actor, ORDERS, id);
    const { order, frozen, used } = await this.refunds.refund(id, mode, actor.now, (manager, refund) =>
      this.audit.record(manager, actor, {
        ...changeOf(ORDERS, refund.order),
        action: 'refund',
        before: { status },
        after: { status: refund.order.status, mode, frozen: refund.frozen, used: refund.used },
      }),
    );
    return { ...(await this.withCards(actor, order)), frozen, used };
  }

  /**
   * Queues the email with an order's cards.
   * @param address by default, the address of the earlier email or, if there is none, the contact
   * @throws AdminError 404; 409 if the order was refunded or the server cannot send emails; 422 if there is no email
   * address
   */
  async sendMail(actor: Actor, id: number, address?: string): Promise<OrderWithCardsDto> {
    await this.crud.act(actor, ORDERS, id, async (order, manager) => {
      if (!this.mailer.isConfigured) throw refusal('mail_not_configured');
      if (order.status === 'refunded') throw refusal('order_refunded');
      const before = await manager.findOneBy(OrderMail, { orderId: id });
      const to = address ?? before?.address ?? order.contact ?? '';
      if (!isMailAddress(to)) throw invalid({ address: problem('email_address') });
      await this.mails.again(manager, order, to, actor.now);
      const change = { ...changeOf(ORDERS, order), action: 'send_mail' as const };
      await this.audit.record(manager, actor, { ...change, after: { address: to } });
    });
    return this.get(actor, id);
  }

  private async withCards(actor: Actor, order: Order): Promise<OrderWithCardsDto> {
    const select = {
      id: true,
      card: true,
      status: true,
      frozen: true,
      activatedAt: true,
      expiresAt: true,
    } as const;
    const where = { orderId: order.id };
    const { manager } = this.dataSource;
    const cards: OrderCardDto[] = await manager.find(Card, { select, where, order: { id: 'ASC' } });
    const fields = ['id', 'card', 'status', 'frozen', 'activatedAt', 'expiresAt'] as const;
    const mail = await manager.findOneBy(OrderMail, { orderId: order.id });
    return {
      ...shown(actor, order),
      cards: cards.map((card) => toDto(card, fields)),
      mail: mail && toDto(mail, MAIL_FIELDS),
    };
  }
}

function shown(actor: Actor, order: Order): OrderDto {
  const dto = toDto(order, ORDER_FIELDS);
  return maySeePrices(actor) ? dto : { ...dto, amount: null, currency: null };
}
