import { Module } from '@nestjs/common';
import { EventDispatcher } from './event-dispatcher.js';
import { EventPurgeJob } from './event-purge.job.js';
import { Outbox } from './outbox.js';
import { ReceiverLease } from './receiver-lease.js';
import { Subscriptions } from './subscriptions.js';

/**
 * Events for webhooks and notifiers, written in the transactions of the changes that they report, and the queues of
 * these receivers.
 */
@Module({
  providers: [EventDispatcher, EventPurgeJob, Outbox, ReceiverLease, Subscriptions],
  exports: [EventDispatcher, Outbox, ReceiverLease, Subscriptions],
})
export class EventsModule {}
