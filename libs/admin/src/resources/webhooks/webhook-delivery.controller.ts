import { Get, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookDeliveryDto } from './webhook.dto.js';
import { DELIVERY_SORTS, DeliveryFilter } from './webhook.resource.js';

/** Deliveries of events to webhooks, kept for 30 days. For owners only. */
@AdminApi('webhook-deliveries', 'webhooks')
export class WebhookDeliveryController {
  constructor(private readonly deliveries: WebhookDeliveries) {}

  /** Lists deliveries with the receivers' latest answers. */
  @Get()
  @ApiPage(WebhookDeliveryDto)
  @Allow('owner')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(DeliveryFilter, DELIVERY_SORTS) query: ListQuery<DeliveryFilter>,
  ): Promise<Page<WebhookDeliveryDto>> {
    return this.deliveries.list(actor, query);
  }

  /** Shows a delivery. */
  @Get(':id')
  @Allow('owner')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<WebhookDeliveryDto> {
    return this.deliveries.get(actor, id);
  }

  /** Delivers the event again, with the same id. */
  @Post(':id/replay')
  @HttpCode(200)
  @Allow('owner')
  replay(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<WebhookDeliveryDto> {
    return this.deliveries.replay(actor, id);
  }
}
