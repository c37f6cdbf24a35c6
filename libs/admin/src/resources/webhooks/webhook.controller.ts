import { Body, Delete, Get, HttpCode, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import {
  CreateWebhookDto,
  EditWebhookDto,
  type ReplayedDto,
  ReplayWebhookDto,
  RotateWebhookSecretDto,
  type WebhookDeliveryDto,
  WebhookDto,
  type WebhookSecretDto,
} from './webhook.dto.js';
import { WEBHOOK_SORTS, WebhookFilter } from './webhook.resource.js';
import { WebhookService } from './webhook.service.js';

/** Addresses that receive events according to the Standard Webhooks specification. For owners only. */
@AdminApi('webhooks', 'webhooks')
export class WebhookController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  /** Lists webhooks. */
  @Get()
  @ApiPage(WebhookDto)
  @Allow('owner')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(WebhookFilter, WEBHOOK_SORTS) query: ListQuery<WebhookFilter>,
  ): Promise<Page<WebhookDto>> {
    return this.webhooks.list(actor, query);
  }

  /** Shows a webhook. */
  @Get(':id')
  @Allow('owner')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<WebhookDto> {
    return this.webhooks.get(actor, id);
  }

  /**
   * Creates a webhook with the given or a new signing secret, which `reveal-secret` shows. A server can have at most 50
   * webhooks.
   */
  @Post()
  @Allow('owner')
  create(@CurrentActor() actor: Actor, @Body() dto: CreateWebhookDto): Promise<WebhookDto> {
    return this.webhooks.create(actor, dto);
  }

  /** Changes a webhook. Waiting deliveries go to the new address. */
  @Patch(':id')
  @Allow('owner')
  update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditWebhookDto,
  ): Promise<WebhookDto> {
    return this.webhooks.update(actor, id, dto);
  }

  /** Deletes a webhook with its deliveries. */
  @Delete(':id')
  @Allow('owner')
  delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<WebhookDto> {
    return this.webhooks.delete(actor, id);
  }

  /** Reveals the signing secret. */
  @Post(':id/reveal-secret')
  @HttpCode(200)
  @Allow('owner')
  reveal(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<WebhookSecretDto> {
    return this.webhooks.reveal(actor, id);
  }

  /** Creates a new signing secret. During the overlap, requests are signed with both secrets. */
  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Allow('owner')
  rotate(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: RotateWebhookSecretDto,
  ): Promise<WebhookSecretDto> {
    return this.webhooks.rotate(actor, id, dto);
  }

  /**
   * Sends a test event to an enabled webhook. Returns the new delivery, which contains the receiver's answer when it is
   * read again some seconds later.
   */
  @Post(':id/test')
  @HttpCode(200)
  @Allow('owner')
  async test(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<WebhookDeliveryDto> {
    return this.deliveries.get(actor, await this.webhooks.test(actor, id));
  }

  /** Delivers the events of a time range again, each with the id that it had before. Deliveries are kept for 30 days. */
  @Post(':id/replay')
  @HttpCode(200)
  @Allow('owner')
  async replay(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: ReplayWebhookDto,
  ): Promise<ReplayedDto> {
    return { replayed: await this.webhooks.replay(actor, id, dto) };
  }
}
