import { Module } from '@nestjs/common';
import { LicensingModule } from '@app/licensing';
import { AccessModule } from './access.module.js';
import { ApplicationController } from './applications/application.controller.js';
import { ApplicationService } from './applications/application.service.js';
import { CardController } from './cards/card.controller.js';
import { CardTypeController } from './card-types/card-type.controller.js';
import { HolderActions } from './holders/holder-actions.js';
import { VariableController } from './variables/variable.controller.js';

/** The admin API: all that an administrator does. */
@Module({
  imports: [LicensingModule, AccessModule],
  controllers: [ApplicationController, CardTypeController, CardController, VariableController],
  providers: [ApplicationService, HolderActions],
})
export class AdminModule {}
