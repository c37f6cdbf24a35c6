import { Module } from '@nestjs/common';
import { LicensingModule } from '@app/licensing';
import { CardController } from './card.controller.js';
import { UnbindPasswordService } from './unbind-password.service.js';

/** Card mode of the client API. */
@Module({
  imports: [LicensingModule],
  controllers: [CardController],
  providers: [UnbindPasswordService],
})
export class CardModule {}
