import { Module } from '@nestjs/common';
import { EventDispatcher } from './event-dispatcher.js';
import { EventPurgeJob } from './event-purge.job.js';
import { Outbox } from './outbox.js';
import { ReceiverLease } from './receiver-lease.js';
import { Subscriptions } from './subscriptions.js';

/**
 * Events, and the queues of their receivers, which are webhooks and notifiers. Each event is written in the transaction
 * of the change that it reports.
 */
@Module({
  providers: [EventDispatcher, EventPurgeJob, Outbox, ReceiverLease, Subscriptions],
  exports: [EventDispatcher, Outbox, ReceiverLease, Subscriptions],
})
export class EventsModule {}
