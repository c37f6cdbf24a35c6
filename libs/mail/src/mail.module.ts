import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';

/** Sends emails with the server's mail settings. */
@Module({ providers: [Mailer], exports: [Mailer] })
export class MailModule {}
