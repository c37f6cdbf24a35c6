import { Get, HttpCode, Post } from '@nestjs/common';
import {
  type Caller,
  ClientApi,
  CountsGuessesItself,
  FromCaller,
  FromParameters,
  Refuses,
} from '@app/auth-signature';
import {
  type ConfigResult,
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

/** User endpoints (contract: Endpoints, User). */
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

  /** Registers a user, paying with an unused card. */
  @Post('register')
  @HttpCode(200)
  @Refuses('RECHARGE_CARD_UNKNOWN', 'USER_EXISTS')
  register(@FromCaller() caller: Caller, @FromParameters() wanted: UserRegisterDto): Promise<void> {
    return this.registrations.register(caller, wanted);
  }

  /** Logs in with a password. */
  @Post('login')
  @HttpCode(200)
  @CountsGuessesItself()
  @Refuses('USER_PASSWORD_WRONG', 'USER_FROZEN', 'USER_EXPIRED', 'DEVICE_LIMIT', 'USER_MULTI_OPEN')
  login(
    @FromCaller() caller: Caller,
    @FromParameters() { username, password, device_id }: UserLoginDto,
  ): Promise<LoginResult> {
    return this.logins.login(caller, username, password, device_id);
  }

  /** Keeps a session alive. */
  @Post('heartbeat')
  @HttpCode(200)
  @Refuses('SESSION_INVALID', 'USER_EXPIRED')
  heartbeat(
    @FromCaller() caller: Caller,
    @FromParameters() { username, token }: UserSessionDto,
  ): Promise<HeartbeatResult> {
    return this.sessions.heartbeat(USER, caller, username, token);
  }

  /** Ends a session. */
  @Post('logout')
  @HttpCode(200)
  @Refuses('SESSION_INVALID')
  logout(@FromCaller() caller: Caller, @FromParameters() { username, token }: UserSessionDto): Promise<void> {
    return this.sessions.logout(USER, caller, username, token);
  }

  /** Extends a user's time by consuming an unused card. */
  @Post('recharge')
  @HttpCode(200)
  @Refuses(
    'USER_PASSWORD_WRONG',
    'USER_FROZEN',
    'NOT_ACTIVATED',
    'RECHARGE_CARD_UNKNOWN',
    'RECHARGE_CARD_USED',
    'MULTI_OPEN_DIFFERS',
  )
  recharge(
    @FromCaller() caller: Caller,
    @FromParameters() { username, card }: UserRechargeDto,
  ): Promise<void> {
    return this.recharges.recharge(USER, caller, username, card);
  }

  /** Unbinds a device of a logged-in user. */
  @Post('unbind-device')
  @HttpCode(200)
  @Refuses(
    'USER_PASSWORD_WRONG',
    'USER_FROZEN',
    'SESSION_INVALID',
    'UNBIND_DISABLED',
    'USER_EXPIRED',
    'UNBINDS_EXHAUSTED',
    'DEVICE_NOT_BOUND',
    'TIME_INSUFFICIENT',
  )
  unbindDevice(
    @FromCaller() caller: Caller,
    @FromParameters() { username, device_id, token }: UserUnbindDeviceDto,
  ): Promise<void> {
    return this.unbinds.unbindDevice(USER, caller, username, device_id, token);
  }

  /** Returns the configuration stored on a user. */
  @Get('config')
  @Refuses('USER_PASSWORD_WRONG')
  getConfig(@FromCaller() caller: Caller, @FromParameters() { name }: UserConfigDto): Promise<ConfigResult> {
    return this.configs.get(USER, caller, name);
  }

  /** Replaces or clears the configuration stored on a user. */
  @Post('config')
  @HttpCode(200)
  @Refuses('USER_PASSWORD_WRONG')
  setConfig(
    @FromCaller() caller: Caller,
    @FromParameters() { username, config }: UserSetConfigDto,
  ): Promise<void> {
    return this.configs.set(USER, caller, username, config);
  }
}
