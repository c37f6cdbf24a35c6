import { Module } from '@nestjs/common';
import { EventPurgeJob } from './event-purge.job.js';
import { Outbox } from './outbox.js';
import { Subscriptions } from './subscriptions.js';

/** Events for other systems, written in the transaction of the change. */
@Module({
  providers: [EventPurgeJob, Outbox, Subscriptions],
  exports: [Outbox, Subscriptions],
})
export class EventsModule {}
