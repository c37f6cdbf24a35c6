import { type ArgumentsHost, Catch } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ShopExceptionFilter } from '../http/shop-exception.filter.js';
import type { OrderError } from '../order-error.js';
import { wantsText } from './format.js';

type Refusal = Pick<OrderError, 'code' | 'status' | 'message'>;

/** Answers every failure with a code and a message, or with only the message if the request asks for plain text. */
@Catch()
export class FulfilExceptionFilter extends ShopExceptionFilter {
  constructor() {
    super('FulfilApi');
  }

  protected answer({ code, status, message }: Refusal, response: Response, host: ArgumentsHost): void {
    response.status(status);
    if (wantsText(host.switchToHttp().getRequest<Request>())) response.type('text/plain').send(message);
    else response.json({ code, message });
  }
}
