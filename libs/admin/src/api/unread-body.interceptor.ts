import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { readsBodyItself } from '../access/reads-body-itself.js';
import { invalid, problem } from '../errors/admin-error.js';

/** Refuses a body with fields if the handler reads no body. Otherwise the fields would be silently dropped. */
@Injectable()
export class UnreadBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const body: unknown = context.switchToHttp().getRequest<Request>().body;
    if (typeof body === 'object' && body !== null && !readsBody(context)) {
      const fields = Object.keys(body);
      if (fields.length > 0) {
        throw invalid(Object.fromEntries(fields.map((field) => [field, problem('unknown_field')])));
      }
    }
    return next.handle();
  }
}

/** True when the handler reads the request body, either by itself or as a parameter. */
function readsBody(context: ExecutionContext): boolean {
  if (readsBodyItself(context.getHandler())) return true;
  const read = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as object;
  return Object.keys(read).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}
