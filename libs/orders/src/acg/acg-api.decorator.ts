import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  HttpCode,
  type NestInterceptor,
  Post,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { map, type Observable } from 'rxjs';
import { NoStoreInterceptor } from '../http/no-store.interceptor.js';
import { AcgExceptionFilter } from './acg-exception.filter.js';
import { AcgGuard } from './acg.guard.js';

export const ACG_API_PREFIX = '/shared';

/** Wraps results in the envelope. */
class EnvelopeInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    return next.handle().pipe(map((data) => ({ code: 200, msg: 'success', data })));
  }
}

/** Declares the controller of acg-faka's supplier protocol. */
export function AcgApi(): ClassDecorator {
  return applyDecorators(
    Controller(ACG_API_PREFIX),
    ApiTags('Shops: acg-faka'),
    UseGuards(AcgGuard),
    UseInterceptors(NoStoreInterceptor, EnvelopeInterceptor),
    UseFilters(AcgExceptionFilter),
  );
}

/** Declares an endpoint of the protocol, which receives a signed form. */
export function AcgPost(path: string, dto: new () => object): MethodDecorator {
  return applyDecorators(
    Post(path),
    HttpCode(200),
    ApiConsumes('application/x-www-form-urlencoded'),
    ApiBody({ type: dto }),
  );
}
