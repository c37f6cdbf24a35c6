import { Get, HttpCode, Post } from '@nestjs/common';
import { type Caller, ClientApi, FromCaller, FromParameters } from '@app/auth-signature';
import {
  CARD,
  type HeartbeatResult,
  HolderConfigService,
  type LoginResult,
  LoginService,
  RechargeService,
  SessionService,
  UnbindService,
} from '@app/licensing';
import {
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

/** The card endpoints (contract: Endpoints, Card). */
@ClientApi('card')
export class CardController {
  constructor(
    private readonly logins: LoginService,
    private readonly sessions: SessionService,
    private readonly unbinds: UnbindService,
    private readonly unbindPasswords: UnbindPasswordService,
    private readonly recharges: RechargeService,
    private readonly configs: HolderConfigService,
  ) {}

  @Post('login')
  @HttpCode(200)
  login(
    @FromCaller() caller: Caller,
    @FromParameters() { card, device_id }: CardLoginDto,
  ): Promise<LoginResult> {
    return this.logins.login(CARD, caller, card, device_id);
  }

  @Post('heartbeat')
  @HttpCode(200)
  heartbeat(
    @FromCaller() caller: Caller,
    @FromParameters() { card, token }: CardSessionDto,
  ): Promise<HeartbeatResult> {
    return this.sessions.heartbeat(CARD, caller, card, token);
  }

  @Post('logout')
  @HttpCode(200)
  logout(@FromCaller() caller: Caller, @FromParameters() { card, token }: CardSessionDto): Promise<void> {
    return this.sessions.logout(CARD, caller, card, token);
  }

  @Post('unbind-device')
  @HttpCode(200)
  unbindDevice(
    @FromCaller() caller: Caller,
    @FromParameters() { card, device_id, token }: CardUnbindDeviceDto,
  ): Promise<void> {
    return this.unbinds.unbindDevice(CARD, caller, card, device_id, token);
  }

  @Post('unbind-password')
  @HttpCode(200)
  setUnbindPassword(
    @FromCaller() caller: Caller,
    @FromParameters() { card, password, token }: CardUnbindPasswordDto,
  ): Promise<void> {
    return this.unbindPasswords.set(caller, card, password, token);
  }

  @Post('unbind-by-password')
  @HttpCode(200)
  unbindByPassword(
    @FromCaller() caller: Caller,
    @FromParameters() { card, password }: CardUnbindByPasswordDto,
  ): Promise<void> {
    return this.unbindPasswords.unbindAll(caller, card, password);
  }

  @Post('recharge')
  @HttpCode(200)
  recharge(
    @FromCaller() caller: Caller,
    @FromParameters() { card, use_card }: CardRechargeDto,
  ): Promise<void> {
    return this.recharges.recharge(CARD, caller, card, use_card);
  }

  @Get('config')
  getConfig(@FromCaller() caller: Caller, @FromParameters() { card }: CardDto): Promise<{ config: string }> {
    return this.configs.get(CARD, caller, card);
  }

  @Post('config')
  @HttpCode(200)
  setConfig(
    @FromCaller() caller: Caller,
    @FromParameters() { card, config }: CardSetConfigDto,
  ): Promise<void> {
    return this.configs.set(CARD, caller, card, config);
  }
}
