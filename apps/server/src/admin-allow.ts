import { Logger } from '@nestjs/common';
import type { NextFunction, Request, Response, Router } from 'express';
import { BlockList } from 'node:net';
import { refusal } from '@app/admin';
import { type AddressFamily, clientAddress, parseAddress, parseRange, LogThrottle } from '@app/platform';

/** Paths of the panel and of all versions of the admin API. */
const PATHS = ['/admin', '/api/admin'];

/**
 * Refuses clients from other addresses before the request is processed.
 * @param allowed addresses and ranges
 */
export function allowAdminFrom(router: Router, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  const isAllowed = memberOf(allowed);
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

function memberOf(allowed: readonly string[]): (text: string) => boolean {
  // Separate lists, because a block list also matches IPv4 addresses against `::/0`.
  const lists: Record<AddressFamily, BlockList> = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const each of allowed) {
    const range = parseRange(each);
    if (range) lists[range.family].addSubnet(range.address, range.prefix, range.family);
  }
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && lists[address.family].check(address.address, address.family);
  };
}
