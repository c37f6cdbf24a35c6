import { Module } from '@nestjs/common';
import { EventsModule } from '@app/events';
import { LicensingModule } from '@app/licensing';
import { MailModule } from '@app/mail';
import { AcgExceptionFilter } from './acg/acg-exception.filter.js';
import { AcgController } from './acg/acg.controller.js';
import { Channels } from './channels.js';
import { CallbackSender } from './dujiao/callback-sender.js';
import { DujiaoExceptionFilter } from './dujiao/dujiao-exception.filter.js';
import { DujiaoController } from './dujiao/dujiao.controller.js';
import { OrderCallbacks } from './dujiao/order-callbacks.js';
import { LowStock } from './low-stock.js';
import { OrderMailSender } from './mails/order-mail-sender.js';
import { OrderMails } from './mails/order-mails.js';
import { FulfilExceptionFilter } from './native/fulfil-exception.filter.js';
import { FulfilController } from './native/fulfil.controller.js';
import { OrderEvents } from './order-events.js';
import { OrderService } from './order.service.js';
import { RefundService } from './refund.service.js';
import { ShopProducts } from './shop-products.js';

const FILTERS = [AcgExceptionFilter, DujiaoExceptionFilter, FulfilExceptionFilter];

/** Orders of shops and administrators. */
@Module({
  imports: [EventsModule, LicensingModule, MailModule],
  controllers: [FulfilController, AcgController, DujiaoController],
  providers: [
    ...FILTERS,
    CallbackSender,
    Channels,
    LowStock,
    OrderCallbacks,
    OrderEvents,
    OrderMails,
    OrderMailSender,
    OrderService,
    RefundService,
    ShopProducts,
  ],
  exports: [...FILTERS, CallbackSender, Channels, OrderMails, OrderMailSender, OrderService, RefundService],
})
export class OrdersModule {}
