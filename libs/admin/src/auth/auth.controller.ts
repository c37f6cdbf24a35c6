import { Body, Delete, Get, HttpCode, Param, ParseIntPipe, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { clientAddress, Clock } from '@app/platform';
import { CurrentActor, type Actor, type AdminHttpRequest } from '../access/actor.js';
import { Allow, AllowAnybody } from '../access/allow.decorator.js';
import { AdminApi } from '../api/admin-api.decorator.js';
import { refusal } from '../errors/admin-error.js';
import { DocumentStatuses } from '../api/document-statuses.decorator.js';
import { AccountService } from './account.service.js';
import { AdminSessions, SESSION_MAX_AGE_SEC } from './admin-sessions.js';
import {
  ChangePasswordDto,
  ConfirmTotpDto,
  type MeDto,
  PasswordAgainDto,
  type RecoveryCodesDto,
  type SessionDto,
  SignInDto,
  type TotpKeyDto,
} from './auth.dto.js';
import { SecondFactorService } from './second-factor.service.js';
import { SESSION_COOKIE } from './session-cookie.js';
import { SignInService } from './sign-in.service.js';

/** Sign-in and sign-out, and the caller's own sessions, password and one-time passwords. */
@AdminApi('auth', 'sign-in')
export class AuthController {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: AdminSessions,
    private readonly account: AccountService,
    private readonly secondFactor: SecondFactorService,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs in and sets the session cookie. 401 with `errors.totp` means that a one-time password is required
   * (`totp_required`) or wrong (`wrong_totp`).
   */
  @Post('login')
  @HttpCode(200)
  @DocumentStatuses(401, 429)
  @AllowAnybody()
  async signIn(
    @Body() dto: SignInDto,
    @Req() request: AdminHttpRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeDto> {
    const now = this.clock.now();
    const ip = clientAddress(request);
    const token = await this.signIns.signIn(dto, {
      now,
      ip,
      requestId: request.id,
      userAgent: request.headers['user-agent'] ?? '',
      previousToken: SESSION_COOKIE.read(request),
    });
    SESSION_COOKIE.set(request, response, token, SESSION_MAX_AGE_SEC);
    const principal = await this.sessions.identify(token, now, ip);
    if (!principal) throw refusal('session_ended');
    return this.account.me({ principal, now, ip: '', requestId: '' });
  }

  /** Signs out: ends this session. */
  @Post('logout')
  @HttpCode(204)
  @Allow('viewer', { inPerson: true })
  async signOut(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.account.endSession(actor, actor.principal.session!.id);
    SESSION_COOKIE.clear(request, response);
  }

  /** Shows the signed-in administrator. */
  @Get('me')
  @Allow('viewer')
  me(@CurrentActor() actor: Actor): Promise<MeDto> {
    return this.account.me(actor);
  }

  /** Lists the caller's own live sessions. */
  @Get('sessions')
  @Allow('viewer', { inPerson: true })
  listSessions(@CurrentActor() actor: Actor): Promise<SessionDto[]> {
    return this.account.listSessions(actor);
  }

  /** Ends one of the caller's own sessions. */
  @Delete('sessions/:id')
  @HttpCode(204)
  @Allow('viewer', { inPerson: true })
  endSession(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<void> {
    return this.account.endSession(actor, id);
  }

  /** Changes the caller's own password and ends all other sessions. */
  @Post('password')
  @HttpCode(204)
  @DocumentStatuses(404, 429)
  @Allow('viewer', { inPerson: true })
  changePassword(@CurrentActor() actor: Actor, @Body() dto: ChangePasswordDto): Promise<void> {
    return this.account.changePassword(actor, dto.currentPassword, dto.newPassword);
  }

  /** Creates a key for one-time passwords; `totp/confirm` turns them on. */
  @Post('totp')
  @HttpCode(200)
  @DocumentStatuses(404, 429)
  @Allow('viewer', { inPerson: true })
  async enrolTotp(@CurrentActor() actor: Actor, @Body() dto: PasswordAgainDto): Promise<TotpKeyDto> {
    await this.account.requirePassword(actor, dto.currentPassword);
    return this.secondFactor.enrol(actor);
  }

  /** Turns one-time passwords on and returns the recovery codes. They are not shown again. */
  @Post('totp/confirm')
  @HttpCode(200)
  @DocumentStatuses(404, 429)
  @Allow('viewer', { inPerson: true })
  async confirmTotp(
    @CurrentActor() actor: Actor,
    @Body() { code }: ConfirmTotpDto,
  ): Promise<RecoveryCodesDto> {
    return { recoveryCodes: await this.account.confirmTotp(actor, code) };
  }

  /** Creates new recovery codes; the old ones become invalid. */
  @Post('totp/recovery-codes')
  @HttpCode(200)
  @DocumentStatuses(404, 429)
  @Allow('viewer', { inPerson: true })
  async newRecoveryCodes(
    @CurrentActor() actor: Actor,
    @Body() dto: PasswordAgainDto,
  ): Promise<RecoveryCodesDto> {
    await this.account.requirePassword(actor, dto.currentPassword);
    return { recoveryCodes: await this.secondFactor.newRecoveryCodes(actor) };
  }

  /** Turns one-time passwords off. */
  @Post('totp/off')
  @HttpCode(204)
  @DocumentStatuses(404, 429)
  @Allow('viewer', { inPerson: true })
  turnTotpOff(@CurrentActor() actor: Actor, @Body() dto: PasswordAgainDto): Promise<void> {
    return this.account.turnTotpOff(actor, dto.currentPassword);
  }
}
