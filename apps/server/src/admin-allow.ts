import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response, Router } from 'express';
import { refusal } from '@app/admin';
import { addressMatcher, clientAddress, LogThrottle } from '@app/platform';

/** Paths of the panel and of all versions of the admin API. */
const PATHS = ['/admin', '/api/admin'];

/**
 * Refuses clients whose address is not allowed, before the request is processed.
 * @param allowed addresses and ranges
 */
export function allowAdminFrom(router: Router, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  const isAllowed = addressMatcher(allowed);
  const logger = new Logger('Admin');
  const refusals = new LogThrottle();
  router.use(PATHS, (request: Request, response: Response, next: NextFunction) => {
    const address = clientAddress(request);
    if (isAllowed(address)) return next();
    if (refusals.pass())
      logger.warn(`A request for the panel or the admin API was refused: ${address} is not in ADMIN_ALLOW`);
    response.status(403).json(refusal('address_not_allowed').answer);
  });
}
