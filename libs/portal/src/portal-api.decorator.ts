import { applyDecorators, Controller, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PORTAL_API_PREFIX } from './portal-api-prefix.js';
import { PortalExceptionFilter } from './portal-exception.filter.js';
import { PortalGuard } from './portal.guard.js';
import { SignedInGuard } from './signed-in.guard.js';

/** Declares the controller of the customer's page. Its API is for this page only, so the API document omits it. */
export function PortalApi(): ClassDecorator {
  return applyDecorators(
    Controller(`${PORTAL_API_PREFIX}/:slug`),
    ApiExcludeController(),
    UseGuards(PortalGuard),
    UseFilters(PortalExceptionFilter),
  );
}

/** Requires a customer who has signed in. */
export function SignedInOnly(): MethodDecorator {
  return UseGuards(SignedInGuard);
}
