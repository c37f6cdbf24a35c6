import { Module } from '@nestjs/common';
import { EventsModule } from '@app/events';
import { FiguresModule } from '@app/figures';
import { MailModule } from '@app/mail';
import { DigestJob } from './digest.job.js';
import { MessageBacklog } from './message-backlog.js';
import { MessageSender } from './message-sender.js';
import { MessageWorker } from './message-worker.js';
import { MessageWriter } from './message-writer.js';

/** Sends people messages about events, through messaging services and by email. */
@Module({
  imports: [EventsModule, FiguresModule, MailModule],
  providers: [DigestJob, MessageBacklog, MessageSender, MessageWorker, MessageWriter],
  exports: [DigestJob, MailModule, MessageBacklog, MessageSender, MessageWorker],
})
export class NotifiersModule {}
