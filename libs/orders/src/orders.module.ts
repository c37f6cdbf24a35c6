import { Module } from '@nestjs/common';
import { EventsModule } from '@app/events';
import { LicensingModule } from '@app/licensing';
import { MailModule } from '@app/mail';
import { Channels } from './channels.js';
import { LowStock } from './low-stock.js';
import { OrderMailSender } from './mails/order-mail-sender.js';
import { OrderMails } from './mails/order-mails.js';
import { FulfilExceptionFilter } from './native/fulfil-exception.filter.js';
import { FulfilController } from './native/fulfil.controller.js';
import { OrderEvents } from './order-events.js';
import { OrderService } from './order.service.js';
import { RefundService } from './refund.service.js';

/** Orders of shops and administrators. */
@Module({
  imports: [EventsModule, LicensingModule, MailModule],
  controllers: [FulfilController],
  providers: [
    Channels,
    FulfilExceptionFilter,
    LowStock,
    OrderEvents,
    OrderMails,
    OrderMailSender,
    OrderService,
    RefundService,
  ],
  exports: [Channels, FulfilExceptionFilter, OrderMails, OrderMailSender, OrderService, RefundService],
})
export class OrdersModule {}
