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
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { PORTAL_API_PREFIX } from './portal-api-prefix.js';
import { PortalExceptionFilter } from './portal-exception.filter.js';
import { PortalGuard } from './portal.guard.js';
import { SignedInGuard } from './signed-in.guard.js';

/** Keeps caches from storing answers. */
class NoStoreInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<Response>().setHeader('Cache-Control', 'no-store');
    return next.handle();
  }
}

/** Declares the controller of the customer's page. Its API is for this page only, and not in the API document. */
export function PortalApi(): ClassDecorator {
  return applyDecorators(
    Controller(`${PORTAL_API_PREFIX}/:slug`),
    ApiExcludeController(),
    UseGuards(PortalGuard),
    UseInterceptors(NoStoreInterceptor),
    UseFilters(PortalExceptionFilter),
  );
}

/** Requires a customer who has signed in. */
export function SignedInOnly(): MethodDecorator {
  return UseGuards(SignedInGuard);
}
