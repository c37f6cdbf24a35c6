import { Module } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { RemoteModule } from '@app/remote';
import { SoftwareModule } from '@app/software';
import { PaojiaoyunCardController } from './card.controller.js';
import { PaojiaoyunPingController } from './ping.controller.js';
import { PaojiaoyunRemoteController } from './remote.controller.js';
import { PaojiaoyunSoftwareController } from './software.controller.js';
import { PaojiaoyunUserController } from './user.controller.js';

/** The endpoints that unchanged 泡椒云 clients call and that differ from the contract. */
@Module({
  imports: [AuthSignatureModule, RemoteModule, SoftwareModule],
  controllers: [
    PaojiaoyunCardController,
    PaojiaoyunUserController,
    PaojiaoyunSoftwareController,
    PaojiaoyunRemoteController,
    PaojiaoyunPingController,
  ],
})
export class PaojiaoyunModule {}
