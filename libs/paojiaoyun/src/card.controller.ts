import { HttpCode, Post } from '@nestjs/common';
import { type Caller, FromCaller, FromParameters, Refuses } from '@app/auth-signature';
import { CARD, HolderConfigService } from '@app/licensing';
import { PaojiaoyunApi } from './paojiaoyun-api.decorator.js';
import { PaojiaoyunCardConfigDto } from './paojiaoyun.dto.js';

@PaojiaoyunApi('card')
export class PaojiaoyunCardController {
  constructor(private readonly configs: HolderConfigService) {}

  /** Replaces or clears the configuration stored on a card. */
  @Post('config')
  @HttpCode(200)
  @Refuses('CARD_UNAVAILABLE')
  setConfig(
    @FromCaller() caller: Caller,
    @FromParameters() { card, config }: PaojiaoyunCardConfigDto,
  ): Promise<void> {
    return this.configs.set(CARD, caller, card, config || undefined);
  }
}
