import { Catch, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { fillTemplate } from '@app/platform';
import { ShopExceptionFilter } from '../http/shop-exception.filter.js';
import type { OrderError } from '../order-error.js';
import { ACG_MESSAGES } from './acg-messages.js';

/**
 * Answers refusals as acg-faka does, with the HTTP status 200. The client of acg-faka shows the message of a response
 * only if the response has this status. Only unknown paths and faults of the server keep their status.
 */
@Catch()
@Injectable()
export class AcgExceptionFilter extends ShopExceptionFilter {
  constructor() {
    super('AcgApi');
  }

  protected answer({ reason, params, status }: OrderError, response: Response): void {
    const isShown = status < 500 && reason !== 'no_such_endpoint';
    const msg = fillTemplate(ACG_MESSAGES[reason], params);
    response.status(isShown ? 200 : status).json({ code: status, msg });
  }
}
