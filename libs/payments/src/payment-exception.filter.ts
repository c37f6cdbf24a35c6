import { type ArgumentsHost, Catch } from '@nestjs/common';
import type { Response } from 'express';
import { FulfilExceptionFilter } from '@app/orders';
import { PaymentError } from './payment-error.js';

/** Answers refused events in the form of the fulfilment API. */
@Catch()
export class PaymentExceptionFilter extends FulfilExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    if (!(error instanceof PaymentError)) return super.catch(error, host);
    const response = host.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', 'no-store');
    this.answer(error, response, host);
  }
}
