import { Module } from '@nestjs/common';
import { EventsModule } from '@app/events';
import { OrdersModule } from '@app/orders';
import { PaymentIntake } from './payment-intake.js';
import { PaymentRetryJob } from './payment-retry.job.js';
import { PaymentController } from './payment.controller.js';

/** Webhooks of payment services. */
@Module({
  imports: [EventsModule, OrdersModule],
  controllers: [PaymentController],
  providers: [PaymentIntake, PaymentRetryJob],
  exports: [PaymentIntake],
})
export class PaymentsModule {}
