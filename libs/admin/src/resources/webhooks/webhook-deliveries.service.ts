import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { OutboxEvent, Webhook, type WebhookDelivery } from '@app/database';
import { DeliveryReplay, DeliveryWorker } from '@app/webhooks';
import type { Actor } from '../../access/actor.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { changeOf, CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import type { WebhookDeliveryDto } from './webhook.dto.js';
import { DELIVERIES, DELIVERY_FIELDS, type DeliveryFilter, WEBHOOKS } from './webhook.resource.js';
import { requireEnabled } from './webhook.service.js';

/** Shows and replays deliveries. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly audit: AuditTrail,
    private readonly deliveries: DeliveryReplay,
    private readonly worker: DeliveryWorker,
  ) {}

  async list(actor: Actor, query: ListQuery<DeliveryFilter>): Promise<Page<WebhookDeliveryDto>> {
    const { rows, from, total } = await this.crud.list(actor, DELIVERIES, query);
    return new Page(await this.show(rows), from, total);
  }

  /** @throws AdminError 404 */
  async get(actor: Actor, id: number): Promise<WebhookDeliveryDto> {
    return (await this.show([await this.crud.get(actor, DELIVERIES, id)]))[0]!;
  }

  /** @throws AdminError 404; 409 if the webhook is disabled */
  async replay(actor: Actor, id: number): Promise<WebhookDeliveryDto> {
    await this.crud.act(actor, DELIVERIES, id, async (delivery, manager) => {
      const webhook = await manager.findOneByOrFail(Webhook, { id: delivery.webhookId });
      requireEnabled(webhook);
      await this.deliveries.one(manager, id, actor.now);
      const change = { ...changeOf(WEBHOOKS, webhook), action: 'replay' as const };
      await this.audit.record(manager, actor, { ...change, after: { deliveryId: id } });
    });
    await this.worker.run();
    return this.get(actor, id);
  }

  private async show(rows: readonly WebhookDelivery[]): Promise<WebhookDeliveryDto[]> {
    const events = await this.dataSource.manager.find(OutboxEvent, {
      select: { id: true, eventId: true, type: true, applicationId: true, at: true },
      where: { id: In(rows.map(({ eventId }) => eventId)) },
    });
    const byId = new Map(events.map((event) => [event.id, event]));
    return rows.flatMap((row) => {
      const event = byId.get(row.eventId);
      if (!event) return [];
      const { eventId, type, applicationId, at } = event;
      return { ...toDto(row, DELIVERY_FIELDS), event: eventId, type, applicationId, eventAt: at };
    });
  }
}
