import { Get, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { AdminPaymentService } from './admin-payment.service.js';
import { PAYMENT_SORTS, PaymentDto, PaymentFilter } from './payment.resource.js';

/** Payments that payment services reported. Only managers see amounts. */
@AdminApi('payments', 'payments')
export class AdminPaymentController {
  constructor(private readonly payments: AdminPaymentService) {}

  /** Lists payments. */
  @Get()
  @ApiPage(PaymentDto)
  @Allow('viewer')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(PaymentFilter, PAYMENT_SORTS) query: ListQuery<PaymentFilter>,
  ): Promise<Page<PaymentDto>> {
    return this.payments.list(actor, query);
  }

  /** Shows a payment. */
  @Get(':id')
  @Allow('viewer')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<PaymentDto> {
    return this.payments.get(actor, id);
  }

  /** Issues the cards of a payment that has no cards yet. */
  @Post(':id/issue')
  @HttpCode(200)
  @Allow('operator')
  issue(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<PaymentDto> {
    return this.payments.issue(actor, id);
  }

  /** Dismisses a payment, so that it gets no cards, for example because you do not sell its product. */
  @Post(':id/dismiss')
  @HttpCode(200)
  @Allow('operator')
  dismiss(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<PaymentDto> {
    return this.payments.dismiss(actor, id);
  }
}
