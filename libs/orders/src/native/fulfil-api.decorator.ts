import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  type NestInterceptor,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBearerAuth, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { ORDER_REFUSALS } from '../order-refusals.js';
import { ChannelGuard } from './channel.guard.js';
import { documentRefusals } from './document-refusals.js';
import { FulfilExceptionFilter } from './fulfil-exception.filter.js';
import { wantsText } from './format.js';

export const FULFIL_API_PREFIX = '/api/fulfil/v1';

/** Wraps a result in the envelope, or returns only its `text` if the request asks for plain text. */
class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    response.setHeader('Cache-Control', 'no-store');
    const isText = wantsText(http.getRequest<Request>());
    return next.handle().pipe(
      map((result) => {
        if (!isText || !('text' in result)) return { code: 0, message: 'ok', result };
        response.type('text/plain');
        return result.text;
      }),
    );
  }
}

/** Declares the controller of the fulfilment API. */
export function FulfilApi(): ClassDecorator {
  return applyDecorators(
    Controller(FULFIL_API_PREFIX),
    ApiTags('Fulfilment: orders'),
    ApiBearerAuth('channel'),
    ApiQuery({
      name: 'format',
      required: false,
      schema: { enum: ['json', 'text'], default: 'json' },
      description: 'With `text`, the answer to an order contains only its cards, one per line',
    }),
    documentRefusals(ORDER_REFUSALS),
    UseGuards(ChannelGuard),
    UseInterceptors(EnvelopeInterceptor),
    UseFilters(FulfilExceptionFilter),
  );
}
