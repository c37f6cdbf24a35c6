import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { Clock, clientAddress, isSameText, setParty } from '@app/platform';
import { refusal } from '../errors/admin-error.js';
import { AdminSessions } from '../auth/admin-sessions.js';
import { ApiTokenAuthentication } from '../auth/api-token-authentication.js';
import { SESSION_COOKIE } from '../auth/session-cookie.js';
import { SignInLimiter } from '../auth/sign-in-limiter.js';
import {
  type Actor,
  type AdminHttpRequest,
  hasApplicationsOf,
  partyAt,
  partyOf,
  type Principal,
} from './actor.js';
import { ACCESS_RULE, type AccessRule } from './allow.decorator.js';
import { createJsonBodyReader } from './read-json-body.js';
import { covers } from './roles.js';
import { readsBodyItself } from './reads-body-itself.js';
import { SAFE_METHODS } from './safe-methods.js';

/**
 * Maximum body size in bytes. It allows a list of a thousand ids. It also allows the longest text (64 KiB), even if
 * each of its characters is written as an escape sequence of six characters.
 */
const BODY_LIMIT = 1024 * 1024;
/**
 * Maximum body size in bytes for handlers that need no sign-in. It allows an email address, a password and a code, even
 * if every character is escaped.
 */
const STRANGER_BODY_LIMIT = 8 * 1024;

/**
 * Authenticates a request and checks that the caller may call the handler. The guard reads the body only afterwards, so
 * that unauthenticated requests cannot make the server parse large bodies.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly readBody = createJsonBodyReader(BODY_LIMIT);
  private readonly readStrangersBody = createJsonBodyReader(STRANGER_BODY_LIMIT);

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: AdminSessions,
    private readonly tokens: ApiTokenAuthentication,
    private readonly signIns: SignInLimiter,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
    // A handler without a rule refuses every request.
    if (!rule) throw refusal('forbidden');
    const http = context.switchToHttp();
    const request = http.getRequest<AdminHttpRequest>();
    const ip = clientAddress(request);
    setParty(() => partyAt(ip));
    if (rule.least === undefined) {
      await this.signIns.requireOpen(ip, this.clock.now());
      await this.readStrangersBody(request, http.getResponse<Response>());
      return true;
    }
    await this.authorize(request, rule);
    request.authorizeAgain = () => this.authorizeAgain(request, rule);
    if (SAFE_METHODS.has(request.method)) return true;
    if (readsBodyItself(context.getHandler())) return true;
    await this.readBody(request, http.getResponse<Response>());
    // Authorizes the caller again: a body may take minutes to arrive, and meanwhile the session may end or the role may
    // change.
    if (request.body !== undefined) await this.authorize(request, rule);
    return true;
  }

  private async authorizeAgain(request: AdminHttpRequest, rule: AccessRule): Promise<void> {
    const before = request.actor!.principal;
    await this.authorize(request, rule);
    if (!hasApplicationsOf(request.actor!.principal, before)) throw refusal('forbidden');
  }

  private async authorize(request: AdminHttpRequest, rule: AccessRule): Promise<void> {
    const now = this.clock.now();
    const ip = clientAddress(request);
    const principal = await this.identify(request, now, ip);
    if (!principal) throw refusal('not_signed_in');
    if (principal.session && !SAFE_METHODS.has(request.method)) requireCsrfToken(request, principal.session);
    if (rule.inPerson && !principal.session) throw refusal('in_person_only');
    const mayIssue = rule.issuers && principal.role === 'issuer';
    if (!mayIssue && !covers(principal.role, rule.least!)) {
      throw refusal('role_too_low', { needed: rule.least!, role: principal.role });
    }
    const actor: Actor = { principal, now, ip, requestId: request.id };
    request.actor = actor;
    setParty(() => partyOf(actor));
  }

  private async identify(request: AdminHttpRequest, now: number, ip: string): Promise<Principal | undefined> {
    const { authorization = '' } = request.headers;
    // Other schemes belong to a proxy: a browser that signed in to the proxy sends `Basic` with every request.
    if (/^Bearer(?: |$)/i.test(authorization)) {
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      return token === undefined ? undefined : this.tokens.identify(token, now, ip);
    }
    const cookie = SESSION_COOKIE.read(request);
    return cookie ? this.sessions.identify(cookie, now, ip) : undefined;
  }
}

/**
 * Rejects cross-site requests. A page of a different site can make the browser send the cookie, but cannot read the
 * CSRF token.
 */
function requireCsrfToken(request: AdminHttpRequest, { csrfToken }: { csrfToken: string }): void {
  const given = String(request.headers['x-csrf-token'] ?? '');
  if (!isSameText(given, csrfToken)) throw refusal('wrong_csrf_token');
}
