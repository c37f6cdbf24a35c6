import { Body, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccountService } from './account.service.js';
import { CustomerActions } from './customer-actions.service.js';
import { PortalApi, SignedInOnly } from './portal-api.decorator.js';
import { CurrentCall, CurrentCustomer, type PortalCall, type SignedIn } from './portal-call.js';
import { type OpenedSession, PORTAL_SESSION_SEC, PortalSessions, requireShown } from './portal-sessions.js';
import {
  CardSignInDto,
  EndSessionsDto,
  RechargeDto,
  TicketDto,
  UnbindDto,
  UnbindPasswordDto,
  UserSignInDto,
} from './portal.dto.js';
import type { PortalAccount, PortalPage } from './portal.result.js';
import { parseBody } from './read-json.js';
import { clearCookie, cookieOf } from './session-cookie.js';
import { SignInService } from './sign-in.service.js';

/** The API of the customer's page. */
@PortalApi()
export class PortalController {
  constructor(
    private readonly accounts: AccountService,
    private readonly actions: CustomerActions,
    private readonly signIns: SignInService,
    private readonly sessions: PortalSessions,
  ) {}

  /** Shows the public part of the page. */
  @Get()
  page(@CurrentCall() call: PortalCall): Promise<PortalPage> {
    return this.accounts.page(call);
  }

  /** Signs in with a card, or with user name and password. */
  @Post('sign-in')
  @HttpCode(200)
  async signIn(
    @CurrentCall() call: PortalCall,
    @Body() body: object,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ sessionId: string; signedInUntil: number }> {
    let opened: OpenedSession;
    if ('card' in body) opened = await this.signIns.withCard(call, parseBody(CardSignInDto, body).card);
    else {
      const { username, password } = parseBody(UserSignInDto, body);
      opened = await this.signIns.withPassword(call, username, password);
    }
    cookieOf(request).set(request, response, opened.token, PORTAL_SESSION_SEC);
    return { sessionId: opened.sessionId, signedInUntil: call.now + PORTAL_SESSION_SEC * 1000 };
  }

  /** Signs the customer out; has no effect if nobody is signed in. */
  @Post('sign-out')
  @HttpCode(200)
  async signOut(
    @CurrentCall() call: PortalCall,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const signedIn = await this.sessions.identify(
      call.application.id,
      cookieOf(request).read(request),
      call.now,
    );
    if (signedIn) {
      requireShown(call, signedIn);
      await this.sessions.end(signedIn.session);
    }
    clearCookie(request, response);
    return {};
  }

  /** Shows the customer's card or user. */
  @Get('account')
  @SignedInOnly()
  account(@CurrentCall() call: PortalCall, @CurrentCustomer() customer: SignedIn): Promise<PortalAccount> {
    return this.accounts.account(call, customer);
  }

  /** Unbinds a device. */
  @Post('unbind')
  @HttpCode(200)
  @SignedInOnly()
  async unbind(
    @CurrentCall() call: PortalCall,
    @CurrentCustomer() customer: SignedIn,
    @Body() body: unknown,
  ): Promise<object> {
    const { device, unbindPassword } = parseBody(UnbindDto, body);
    await this.actions.unbind(call, customer, device, unbindPassword);
    return {};
  }

  /** Consumes an unused card and adds its time and uses to the signed-in card or user. */
  @Post('recharge')
  @HttpCode(200)
  @SignedInOnly()
  async recharge(
    @CurrentCall() call: PortalCall,
    @CurrentCustomer() customer: SignedIn,
    @Body() body: unknown,
  ): Promise<object> {
    await this.actions.recharge(call, customer, parseBody(RechargeDto, body).card);
    return {};
  }

  /** Sets the unbind password of a card. */
  @Post('unbind-password')
  @HttpCode(200)
  @SignedInOnly()
  async setUnbindPassword(
    @CurrentCall() call: PortalCall,
    @CurrentCustomer() customer: SignedIn,
    @Body() body: unknown,
  ): Promise<object> {
    const { password, current } = parseBody(UnbindPasswordDto, body);
    await this.actions.setUnbindPassword(call, customer, password, current);
    return {};
  }

  /** Ends one session of the client software, or all sessions. */
  @Post('end-sessions')
  @HttpCode(200)
  @SignedInOnly()
  async endSessions(
    @CurrentCall() call: PortalCall,
    @CurrentCustomer() customer: SignedIn,
    @Body() body: unknown,
  ): Promise<{ ended: number }> {
    const { session } = parseBody(EndSessionsDto, body);
    return { ended: await this.actions.endSessions(call, customer, session) };
  }

  /** Issues an offline ticket for a request code. */
  @Post('ticket')
  @HttpCode(200)
  @SignedInOnly()
  async ticket(
    @CurrentCall() call: PortalCall,
    @CurrentCustomer() customer: SignedIn,
    @Body() body: unknown,
  ): Promise<{ ticket: string; expiresAt: number }> {
    const { requestCode } = parseBody(TicketDto, body);
    const { ticket, ticket_expires_ts } = await this.actions.ticket(call, customer, requestCode);
    return { ticket, expiresAt: ticket_expires_ts * 1000 };
  }
}
