import { Module } from '@nestjs/common';
import { EventsModule } from '@app/events';
import { DeliveryReplay } from './delivery-replay.js';
import { DeliveryWorker } from './delivery-worker.js';
import { EventDispatcher } from './event-dispatcher.js';
import { WebhookBacklog } from './webhook-backlog.js';
import { WebhookLease } from './webhook-lease.js';

/** Delivers events to webhooks. */
@Module({
  imports: [EventsModule],
  providers: [DeliveryReplay, DeliveryWorker, EventDispatcher, WebhookBacklog, WebhookLease],
  exports: [EventsModule, DeliveryReplay, DeliveryWorker, EventDispatcher, WebhookBacklog],
})
export class WebhooksModule {}
