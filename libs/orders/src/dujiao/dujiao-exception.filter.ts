import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { ShopExceptionFilter } from '../http/shop-exception.filter.js';
import type { OrderError } from '../order-error.js';
import { DujiaoError, dujiaoRefusal } from './dujiao-error.js';

/** Answers every failure under `DUJIAO_API_PREFIX` in dujiao-next's format. */
@Catch()
@Injectable()
export class DujiaoExceptionFilter extends ShopExceptionFilter {
  constructor() {
    super('DujiaoApi');
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    if (!(error instanceof DujiaoError)) return super.catch(error, host);
    const response = host.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', 'no-store');
    send(response, error.status, error.code, error.message);
  }

  protected answer(refusal: OrderError, response: Response): void {
    const { code, status } = dujiaoRefusal(refusal);
    send(response, status, code, refusal.message);
  }
}

function send(response: Response, status: number, code: string, message: string): void {
  response.status(status).json({ ok: false, error_code: code, error_message: message });
}
