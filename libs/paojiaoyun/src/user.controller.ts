import { HttpCode, Post } from '@nestjs/common';
import { type Caller, FromCaller, FromParameters, Refuses } from '@app/auth-signature';
import { HolderConfigService, UnbindService, USER } from '@app/licensing';
import { PaojiaoyunApi } from './paojiaoyun-api.decorator.js';
import { PaojiaoyunUserConfigDto, PaojiaoyunUserUnbindDto } from './paojiaoyun.dto.js';

@PaojiaoyunApi('user')
export class PaojiaoyunUserController {
  constructor(
    private readonly configs: HolderConfigService,
    private readonly unbinds: UnbindService,
  ) {}

  /** Replaces or clears the configuration stored on a user. */
  @Post('config')
  @HttpCode(200)
  @Refuses('USER_PASSWORD_WRONG')
  setConfig(
    @FromCaller() caller: Caller,
    @FromParameters() { username, config }: PaojiaoyunUserConfigDto,
  ): Promise<void> {
    return this.configs.set(USER, caller, username, config || undefined);
  }

  /** Unbinds a device of a logged-in user. */
  @Post('unbind_device')
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
    @FromParameters() { username, device_id, token }: PaojiaoyunUserUnbindDto,
  ): Promise<void> {
    return this.unbinds.unbindDevice(USER, caller, username, device_id, token);
  }
}
