import { Get, HttpCode, Post } from '@nestjs/common';
import { type Caller, ClientApi, FromCaller, FromParameters } from '@app/auth-signature';
import {
  type HeartbeatResult,
  HolderConfigService,
  type LoginResult,
  RechargeService,
  SessionService,
  UnbindService,
  USER,
} from '@app/licensing';
import { PasswordLoginService } from './password-login.service.js';
import { RegistrationService } from './registration.service.js';
import {
  UserConfigDto,
  UserLoginDto,
  UserRechargeDto,
  UserRegisterDto,
  UserSessionDto,
  UserSetConfigDto,
  UserUnbindDeviceDto,
} from './user.dto.js';

/** The user endpoints (contract: Endpoints, User). */
@ClientApi('user')
export class UserController {
  constructor(
    private readonly registrations: RegistrationService,
    private readonly logins: PasswordLoginService,
    private readonly sessions: SessionService,
    private readonly recharges: RechargeService,
    private readonly unbinds: UnbindService,
    private readonly configs: HolderConfigService,
  ) {}

  @Post('register')
  @HttpCode(200)
  register(
    @FromCaller() caller: Caller,
    @FromParameters() { username, password, card, device_id }: UserRegisterDto,
  ): Promise<void> {
    return this.registrations.register(caller, username, password, card, device_id);
  }

  @Post('login')
  @HttpCode(200)
  login(
    @FromCaller() caller: Caller,
    @FromParameters() { username, password, device_id }: UserLoginDto,
  ): Promise<LoginResult> {
    return this.logins.login(caller, username, password, device_id);
  }

  @Post('heartbeat')
  @HttpCode(200)
  heartbeat(
    @FromCaller() caller: Caller,
    @FromParameters() { username, token }: UserSessionDto,
  ): Promise<HeartbeatResult> {
    return this.sessions.heartbeat(USER, caller, username, token);
  }

  @Post('logout')
  @HttpCode(200)
  logout(@FromCaller() caller: Caller, @FromParameters() { username, token }: UserSessionDto): Promise<void> {
    return this.sessions.logout(USER, caller, username, token);
  }

  @Post('recharge')
  @HttpCode(200)
  recharge(
    @FromCaller() caller: Caller,
    @FromParameters() { username, card }: UserRechargeDto,
  ): Promise<void> {
    return this.recharges.recharge(USER, caller, username, card);
  }

  @Post('unbind-device')
  @HttpCode(200)
  unbindDevice(
    @FromCaller() caller: Caller,
    @FromParameters() { username, device_id, token }: UserUnbindDeviceDto,
  ): Promise<void> {
    return this.unbinds.unbindDevice(USER, caller, username, device_id, token);
  }

  @Get('config')
  getConfig(
    @FromCaller() caller: Caller,
    @FromParameters() { name }: UserConfigDto,
  ): Promise<{ config: string }> {
    return this.configs.get(USER, caller, name);
  }

  @Post('config')
  @HttpCode(200)
  setConfig(
    @FromCaller() caller: Caller,
    @FromParameters() { username, config }: UserSetConfigDto,
  ): Promise<void> {
    return this.configs.set(USER, caller, username, config);
  }
}
