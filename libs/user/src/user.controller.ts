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
  type ConsumeResult,
  ConsumeService,
  type HeartbeatResult,
  HolderConfigService,
  type LoginResult,
  RechargeService,
  SessionService,
  type TicketResult,
  TicketService,
  UnbindService,
  USER,
} from '@app/licensing';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordLoginService } from './password-login.service.js';
import { RegistrationService } from './registration.service.js';
import {
  UserConfigDto,
  UserConsumeDto,
  UserLoginDto,
  UserPasswordDto,
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
    private readonly changes: PasswordChangeService,
    private readonly sessions: SessionService,
    private readonly recharges: RechargeService,
    private readonly unbinds: UnbindService,
    private readonly configs: HolderConfigService,
    private readonly uses: ConsumeService,
    private readonly tickets: TicketService,
  ) {}

  /** Registers a user and consumes an unused card. */
  @Post('register')
  @HttpCode(200)
  @CountsGuessesItself()
  @Refuses('RECHARGE_CARD_UNKNOWN', 'USER_EXISTS')
  register(@FromCaller() caller: Caller, @FromParameters() wanted: UserRegisterDto): Promise<void> {
    return this.registrations.register(caller, wanted);
  }

  /** Logs in with a password. */
  @Post('login')
  @HttpCode(200)
  @CountsGuessesItself()
  @Refuses(
    'USER_PASSWORD_WRONG',
    'USER_FROZEN',
    'USER_EXPIRED',
    'DEVICE_NOT_BOUND',
    'DEVICE_LIMIT',
    'USER_MULTI_OPEN',
  )
  login(
    @FromCaller() caller: Caller,
    @FromParameters() { username, password, device_id, bind_device }: UserLoginDto,
  ): Promise<LoginResult> {
    return this.logins.login(caller, username, password, { id: device_id, mayBind: bind_device !== '0' });
  }

  /** Replaces the password and ends all sessions of the user. */
  @Post('password')
  @HttpCode(200)
  @CountsGuessesItself()
  @Refuses('USER_PASSWORD_WRONG', 'USER_FROZEN')
  changePassword(
    @FromCaller() caller: Caller,
    @FromParameters() { username, password, new_password }: UserPasswordDto,
  ): Promise<void> {
    return this.changes.change(caller, username, password, new_password);
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

  /** Consumes uses of a logged-in counted user. */
  @Post('consume')
  @HttpCode(200)
  @Refuses('SESSION_INVALID', 'USER_EXPIRED', 'USES_INSUFFICIENT')
  consume(
    @FromCaller() caller: Caller,
    @FromParameters() { username, token, amount, request_id }: UserConsumeDto,
  ): Promise<ConsumeResult> {
    return this.uses.consume(USER, caller, username, token, Number(amount ?? 1), request_id);
  }

  /** Recharges a user: consumes an unused card and adds its time and uses. */
  @Post('recharge')
  @HttpCode(200)
  @Refuses(
    'USER_PASSWORD_WRONG',
    'USER_FROZEN',
    'NOT_ACTIVATED',
    'RECHARGE_CARD_UNKNOWN',
    'RECHARGE_CARD_USED',
    'MULTI_OPEN_DIFFERS',
    'COUNTING_DIFFERS',
  )
  recharge(
    @FromCaller() caller: Caller,
    @FromParameters() { username, card }: UserRechargeDto,
  ): Promise<void> {
    return this.recharges.recharge(USER, caller, username, card);
  }

  /** Issues an offline ticket for the device of a logged-in user. */
  @Post('ticket')
  @HttpCode(200)
  @Refuses('SESSION_INVALID', 'USER_EXPIRED')
  ticket(
    @FromCaller() caller: Caller,
    @FromParameters() { username, token }: UserSessionDto,
  ): Promise<TicketResult> {
    return this.tickets.issue(USER, caller, username, token);
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
    'TICKET_VALID',
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
