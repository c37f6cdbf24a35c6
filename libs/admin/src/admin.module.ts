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
import { AuditExportController } from './audit/audit-export.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { BlockController } from './blocks/block.controller.js';
import { BlockService } from './blocks/block.service.js';
import { CardTypeController } from './card-types/card-type.controller.js';
import { CardJobController } from './card-jobs/card-job.controller.js';
import { CardJobRunner } from './card-jobs/card-job-runner.js';
import { JobsElsewhere } from './card-jobs/jobs-elsewhere.js';
import { CardJobService } from './card-jobs/card-job.service.js';
import { CardExportController } from './cards/card-export.controller.js';
import { CardExportService } from './cards/card-export.service.js';
import { CardController } from './cards/card.controller.js';
import { CardSupportController } from './cards/card-support.controller.js';
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
import { HolderHistory } from './holders/holder-history.service.js';
import { LoginDiagnosis } from './holders/login-diagnosis.service.js';
import { ClientSessionService } from './sessions/client-session.service.js';
import { SessionController } from './sessions/session.controller.js';
import { SignatureCheckController } from './signature-check/signature-check.controller.js';
import { SignatureCheckService } from './signature-check/signature-check.service.js';
import { ActivityStats } from './stats/activity-stats.service.js';
import { HolderStats } from './stats/holder-stats.service.js';
import { StatsController } from './stats/stats.controller.js';
import { UserController } from './users/user.controller.js';
import { UserSupportController } from './users/user-support.controller.js';
import { UserService } from './users/user.service.js';
import { VariableController } from './variables/variable.controller.js';
import { VersionController } from './versions/version.controller.js';

/** The admin API: all that an administrator does. */
@Module({
  imports: [LicensingModule, RemoteModule, AccessModule],
  // An export stands before its list's controller, which would take the word for an id.
  controllers: [
    AdminController,
    ApiTokenController,
    ApplicationController,
    AuditExportController,
    AuditController,
    BlockController,
    CardJobController,
    CardTypeController,
    CardExportController,
    CardController,
    CardSupportController,
    DataController,
    DeviceController,
    FunctionController,
    FunctionHistoryController,
    FunctionTestController,
    SessionController,
    SignatureCheckController,
    StatsController,
    UserController,
    UserSupportController,
    VariableController,
    VersionController,
  ],
  providers: [
    ActivityStats,
    AdminService,
    ApiTokenService,
    ApplicationService,
    BlockService,
    CardExportService,
    CardJobRunner,
    CardJobService,
    ClientSessionService,
    FunctionHistory,
    FunctionService,
    FunctionTester,
    HolderActions,
    JobsElsewhere,
    HolderHistory,
    HolderStats,
    LoginDiagnosis,
    RemoteDataService,
    SignatureCheckService,
    UserService,
  ],
})
export class AdminModule {}
