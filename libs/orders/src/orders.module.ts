import { Module } from '@nestjs/common';
import { LicensingModule } from '@app/licensing';
import { LowStock } from './low-stock.js';
import { OrderService } from './order.service.js';
import { RefundService } from './refund.service.js';

/** Orders of shops and administrators. */
@Module({
  imports: [LicensingModule],
  providers: [LowStock, OrderService, RefundService],
  exports: [OrderService, RefundService],
})
export class OrdersModule {}
