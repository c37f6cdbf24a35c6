import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { ApplicationDirectory, BlockDirectory } from '@app/applications';
import { requireAddressUnblocked } from '@app/auth-signature';
import { partyOf } from '@app/licensing';
import { addressKey, clientAddress, Clock, setParty } from '@app/platform';
import type { PortalCall, PortalHttpRequest } from './portal-call.js';
import { PortalError } from './portal-error.js';
import { readJson } from './read-json.js';
import { isOwnOrigin } from './rules/is-own-origin.js';

/**
 * Finds the page's application. Refuses requests to pages that are turned off, from blocked addresses, and from other
 * sites.
 */
@Injectable()
export class PortalGuard implements CanActivate {
  constructor(
    private readonly applications: ApplicationDirectory,
    private readonly blocks: BlockDirectory,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<PortalHttpRequest>();
    const response = http.getResponse<Response>();
    // Responses contain private data of a customer.
    response.setHeader('Cache-Control', 'no-store');
    const ip = clientAddress(request);
    const now = this.clock.now();
    setParty(() => ['portal', addressKey(ip)]);
    requireAddressUnblocked(this.blocks, null, ip, now);
    const application = this.applications.findPortal(String(request.params['slug']));
    if (!application) throw new PortalError('no_such_page');
    requireAddressUnblocked(this.blocks, application.id, ip, now);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (!isOwnOrigin(request.headers, request.host)) throw new PortalError('other_site');
      await readJson(request, response);
    }
    const call: PortalCall = {
      application,
      now,
      ip,
      customer: { requestId: request.id },
      request,
      proof: request.get('x-proof-of-work'),
      shownSession: request.get('x-portal-session'),
    };
    setParty(() => partyOf(call));
    request.portal = call;
    return true;
  }
}
