import { Module } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { CardController } from './card.controller.js';
import { UnbindPasswordService } from './unbind-password.service.js';

/** Card mode of the client API. */
@Module({
  imports: [AuthSignatureModule],
  controllers: [CardController],
  providers: [UnbindPasswordService],
})
export class CardModule {}
