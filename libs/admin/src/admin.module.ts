import { Module } from '@nestjs/common';
import { LicensingModule } from '@app/licensing';
import { RemoteModule } from '@app/remote';
import { AccessModule } from './access.module.js';
import { AdminController } from './admins/admin.controller.js';
import { AdminService } from './admins/admin.service.js';
import { ApiTokenController } from './api-tokens/api-token.controller.js';
import { ApiTokenService } from './api-tokens/api-token.service.js';
import { ApplicationController } from './applications/application.controller.js';
import { ApplicationService } from './applications/application.service.js';
import { AuditController } from './audit/audit.controller.js';
import { BlockController } from './blocks/block.controller.js';
import { BlockService } from './blocks/block.service.js';
import { CardTypeController } from './card-types/card-type.controller.js';
import { CardController } from './cards/card.controller.js';
import { DataController } from './data/data.controller.js';
import { RemoteDataService } from './data/remote-data.service.js';
import { DeviceController } from './devices/device.controller.js';
import { FunctionController } from './functions/function.controller.js';
import { FunctionService } from './functions/function.service.js';
import { FunctionHistory } from './functions/function-history.js';
import { FunctionHistoryController } from './functions/function-history.controller.js';
import { FunctionTestController } from './functions/function-test.controller.js';
import { FunctionTester } from './functions/function-tester.js';
import { HolderActions } from './holders/holder-actions.js';
import { ClientSessionService } from './sessions/client-session.service.js';
import { SessionController } from './sessions/session.controller.js';
import { UserController } from './users/user.controller.js';
import { UserService } from './users/user.service.js';
import { VariableController } from './variables/variable.controller.js';
import { VersionController } from './versions/version.controller.js';

/** The admin API: all that an administrator does. */
@Module({
  imports: [LicensingModule, RemoteModule, AccessModule],
  controllers: [
    AuditController,
    ApiTokenController,
    AdminController,
    DeviceController,
    SessionController,
    UserController,
    ApplicationController,
    CardTypeController,
    CardController,
    VariableController,
    DataController,
    FunctionController,
    FunctionTestController,
    FunctionHistoryController,
    VersionController,
    BlockController,
  ],
  providers: [
    ApiTokenService,
    AdminService,
    ClientSessionService,
    UserService,
    ApplicationService,
    HolderActions,
    RemoteDataService,
    FunctionService,
    FunctionTester,
    FunctionHistory,
    BlockService,
  ],
})
export class AdminModule {}
