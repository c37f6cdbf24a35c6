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
  CARD,
  type ConfigResult,
  type ConsumeResult,
  ConsumeService,
  type HeartbeatResult,
  HolderConfigService,
  type LoginResult,
  LoginService,
  RechargeService,
  SessionService,
  type TicketResult,
  TicketService,
  UnbindService,
} from '@app/licensing';
import {
  CardConsumeDto,
  CardDto,
  CardLoginDto,
  CardRechargeDto,
  CardSessionDto,
  CardSetConfigDto,
  CardUnbindByPasswordDto,
  CardUnbindDeviceDto,
  CardUnbindPasswordDto,
} from './card.dto.js';
import { UnbindPasswordService } from './unbind-password.service.js';

/** Card endpoints (contract: Endpoints, Card). */
@ClientApi('card')
export class CardController {
  constructor(
    private readonly logins: LoginService,
    private readonly sessions: SessionService,
    private readonly unbinds: UnbindService,
    private readonly unbindPasswords: UnbindPasswordService,
    private readonly recharges: RechargeService,
    private readonly configs: HolderConfigService,
    private readonly uses: ConsumeService,
    private readonly tickets: TicketService,
  ) {}

  /** Logs in with a card. The card's time starts at the first login. */
  @Post('login')
  @HttpCode(200)
  @Refuses(
    'CARD_UNAVAILABLE',
    'CARD_FROZEN',
    'CARD_EXPIRED',
    'DEVICE_NOT_BOUND',
    'DEVICE_LIMIT',
    'CARD_MULTI_OPEN',
  )
  login(
    @FromCaller() caller: Caller,
    @FromParameters() { card, device_id, bind_device }: CardLoginDto,
  ): Promise<LoginResult> {
    return this.logins.login(CARD, caller, card, { id: device_id, mayBind: bind_device !== '0' });
  }

  /** Keeps a session alive. */
  @Post('heartbeat')
  @HttpCode(200)
  @Refuses('SESSION_INVALID', 'CARD_EXPIRED')
  heartbeat(
    @FromCaller() caller: Caller,
    @FromParameters() { card, token }: CardSessionDto,
  ): Promise<HeartbeatResult> {
    return this.sessions.heartbeat(CARD, caller, card, token);
  }

  /** Ends a session. */
  @Post('logout')
  @HttpCode(200)
  @Refuses('SESSION_INVALID')
  logout(@FromCaller() caller: Caller, @FromParameters() { card, token }: CardSessionDto): Promise<void> {
    return this.sessions.logout(CARD, caller, card, token);
  }

  /** Issues an offline ticket for the device of a logged-in card. */
  @Post('ticket')
  @HttpCode(200)
  @Refuses('SESSION_INVALID', 'CARD_EXPIRED')
  ticket(
    @FromCaller() caller: Caller,
    @FromParameters() { card, token }: CardSessionDto,
  ): Promise<TicketResult> {
    return this.tickets.issue(CARD, caller, card, token);
  }

  /** Unbinds a device of a logged-in card. */
  @Post('unbind-device')
  @HttpCode(200)
  @Refuses(
    'CARD_UNAVAILABLE',
    'CARD_FROZEN',
    'SESSION_INVALID',
    'UNBIND_DISABLED',
    'CARD_EXPIRED',
    'UNBINDS_EXHAUSTED',
    'DEVICE_NOT_BOUND',
    'TICKET_VALID',
    'TIME_INSUFFICIENT',
  )
  unbindDevice(
    @FromCaller() caller: Caller,
    @FromParameters() { card, device_id, token }: CardUnbindDeviceDto,
  ): Promise<void> {
    return this.unbinds.unbindDevice(CARD, caller, card, device_id, token);
  }

  /** Sets the unbind password of a logged-in card. */
  @Post('unbind-password')
  @HttpCode(200)
  @CountsGuessesItself()
  @Refuses('CARD_UNAVAILABLE', 'SESSION_INVALID')
  setUnbindPassword(
    @FromCaller() caller: Caller,
    @FromParameters() { card, password, token }: CardUnbindPasswordDto,
  ): Promise<void> {
    return this.unbindPasswords.set(caller, card, password, token);
  }

  /** Unbinds all devices of a card, without a login. */
  @Post('unbind-by-password')
  @HttpCode(200)
  @CountsGuessesItself()
  @Refuses(
    'CARD_UNAVAILABLE',
    'CARD_FROZEN',
    'UNBIND_PASSWORD_WRONG',
    'UNBIND_DISABLED',
    'CARD_EXPIRED',
    'UNBINDS_EXHAUSTED',
    'DEVICE_NOT_BOUND',
    'TICKET_VALID',
    'TIME_INSUFFICIENT',
  )
  unbindByPassword(
    @FromCaller() caller: Caller,
    @FromParameters() { card, password }: CardUnbindByPasswordDto,
  ): Promise<void> {
    return this.unbindPasswords.unbindAll(caller, card, password);
  }

  /** Consumes uses of a logged-in counted card. */
  @Post('consume')
  @HttpCode(200)
  @Refuses('SESSION_INVALID', 'CARD_EXPIRED', 'USES_INSUFFICIENT')
  consume(
    @FromCaller() caller: Caller,
    @FromParameters() { card, token, amount, request_id }: CardConsumeDto,
  ): Promise<ConsumeResult> {
    return this.uses.consume(CARD, caller, card, token, Number(amount ?? 1), request_id);
  }

  /** Recharges a card: consumes an unused card and adds its time and uses. */
  @Post('recharge')
  @HttpCode(200)
  @Refuses(
    'CARD_UNAVAILABLE',
    'CARD_FROZEN',
    'NOT_ACTIVATED',
    'RECHARGE_CARD_UNKNOWN',
    'RECHARGE_CARD_USED',
    'MULTI_OPEN_DIFFERS',
    'COUNTING_DIFFERS',
  )
  recharge(
    @FromCaller() caller: Caller,
    @FromParameters() { card, use_card }: CardRechargeDto,
  ): Promise<void> {
    return this.recharges.recharge(CARD, caller, card, use_card);
  }

  /** Returns the configuration stored on a card. */
  @Get('config')
  @Refuses('CARD_UNAVAILABLE')
  getConfig(@FromCaller() caller: Caller, @FromParameters() { card }: CardDto): Promise<ConfigResult> {
    return this.configs.get(CARD, caller, card);
  }

  /** Replaces or clears the configuration stored on a card. */
  @Post('config')
  @HttpCode(200)
  @Refuses('CARD_UNAVAILABLE')
  setConfig(
    @FromCaller() caller: Caller,
    @FromParameters() { card, config }: CardSetConfigDto,
  ): Promise<void> {
    return this.configs.set(CARD, caller, card, config);
  }
}
