import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { BlockDirectory } from '@app/applications';
import { RefusalError } from '@app/licensing';
import { CustomerLimit } from './limits/customer-limit.js';
import type { PortalHttpRequest } from './portal-call.js';
import { PortalError } from './portal-error.js';
import { PortalSessions, requireShown } from './portal-sessions.js';
import { cookieOf } from './session-cookie.js';

/**
 * Requires the cookie of a live session and, for changes, that the page shows this session. A blocked customer may view
 * the account, but not change anything.
 */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(
    private readonly sessions: PortalSessions,
    private readonly blocks: BlockDirectory,
    private readonly limit: CustomerLimit,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PortalHttpRequest>();
    const call = request.portal!;
    const { application, now } = call;
    const signedIn = await this.sessions.identify(application.id, cookieOf(request).read(request), now);
    if (!signedIn) throw new PortalError('not_signed_in');
    request.signedIn = signedIn;
    await this.limit.count(call, signedIn);
    const { kind, name } = signedIn;
    if (request.method !== 'POST') return true;
    requireShown(call, signedIn);
    if (this.blocks.isBlocked(application.id, kind.name, name, now)) throw new RefusalError('BLOCKED');
    return true;
  }
}
