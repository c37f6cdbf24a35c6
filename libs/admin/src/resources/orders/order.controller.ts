import { Body, Get, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { AdminOrderService } from './admin-order.service.js';
import {
  type IssuedOrderDto,
  IssueOrderDto,
  OrderDto,
  type OrderWithCardsDto,
  type RefundedOrderDto,
  RefundOrderDto,
  SendOrderMailDto,
} from './order.dto.js';
import { ORDER_SORTS, OrderFilter } from './order.resource.js';

/** Orders of shops and of administrators. Only managers see amounts. */
@AdminApi('orders', 'orders')
export class OrderController {
  constructor(private readonly orders: AdminOrderService) {}

  /** Lists orders. */
  @Get()
  @ApiPage(OrderDto)
  @Allow('viewer')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(OrderFilter, ORDER_SORTS) query: ListQuery<OrderFilter>,
  ): Promise<Page<OrderDto>> {
    return this.orders.list(actor, query);
  }

  /** Shows an order with its cards. */
  @Get(':id')
  @Allow('viewer')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<OrderWithCardsDto> {
    return this.orders.get(actor, id);
  }

  /** Issues cards by hand, once per request key. API tokens with the role `issuer` may call only this endpoint. */
  @Post()
  @Allow('operator', { issuers: true })
  issue(@CurrentActor() actor: Actor, @Body() dto: IssueOrderDto): Promise<IssuedOrderDto> {
    return this.orders.issue(actor, dto);
  }

  /**
   * Refunds an order: freezes the cards that `mode` selects, and returns how many of the order's cards had been used by
   * customers. Repeating the request freezes no further cards, except cards that were unfrozen in the meantime.
   */
  @Post(':id/refund')
  @HttpCode(200)
  @Allow('operator')
  refund(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() { mode }: RefundOrderDto,
  ): Promise<RefundedOrderDto> {
    return this.orders.refund(actor, id, mode);
  }

  /** Emails the cards of an order to its buyer, even if they were emailed before. */
  @Post(':id/send-mail')
  @HttpCode(200)
  @Allow('operator')
  sendMail(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() { address }: SendOrderMailDto,
  ): Promise<OrderWithCardsDto> {
    return this.orders.sendMail(actor, id, address);
  }
}
