import { Module } from '@nestjs/common';
import { OrdersModule } from '@app/orders';
import { PaymentIntake } from './payment-intake.js';
import { PaymentController } from './payment.controller.js';

/** Webhooks of payment services. */
@Module({
  imports: [OrdersModule],
  controllers: [PaymentController],
  providers: [PaymentIntake],
  exports: [PaymentIntake],
})
export class PaymentsModule {}
