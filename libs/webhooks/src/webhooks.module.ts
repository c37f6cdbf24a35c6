import { Module } from '@nestjs/common';
import { EventsModule } from '@app/events';
import { DeliveryReplay } from './delivery-replay.js';
import { DeliveryWorker } from './delivery-worker.js';
import { WebhookBacklog } from './webhook-backlog.js';

/** Delivers events to webhooks. */
@Module({
  imports: [EventsModule],
  providers: [DeliveryReplay, DeliveryWorker, WebhookBacklog],
  exports: [EventsModule, DeliveryReplay, DeliveryWorker, WebhookBacklog],
})
export class WebhooksModule {}
