import { Module } from '@nestjs/common';
import { FiguresModule } from '@app/figures';
import { LicensingModule } from '@app/licensing';
import { MailModule } from '@app/mail';
import { OrdersModule } from '@app/orders';
import { PaymentsModule } from '@app/payments';
import { RemoteModule } from '@app/remote';
import { NotifiersModule } from '@app/notifiers';
import { WebhooksModule } from '@app/webhooks';
import { AccessModule } from './access.module.js';
import { AdminController } from './resources/admins/admin.controller.js';
import { AdminService } from './resources/admins/admin.service.js';
import { ApiTokenController } from './resources/api-tokens/api-token.controller.js';
import { ApiTokenService } from './resources/api-tokens/api-token.service.js';
import { ApplicationController } from './resources/applications/application.controller.js';
import { ApplicationService } from './resources/applications/application.service.js';
import { AuditExportController } from './audit/audit-export.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { BlockController } from './resources/blocks/block.controller.js';
import { BlockService } from './resources/blocks/block.service.js';
import { CardTypeController } from './resources/card-types/card-type.controller.js';
import { CardJobController } from './resources/card-jobs/card-job.controller.js';
import { CardJobRunner } from './resources/card-jobs/card-job-runner.js';
import { RemoteJobs } from './resources/card-jobs/remote-jobs.js';
import { CardJobService } from './resources/card-jobs/card-job.service.js';
import { CardExportController } from './resources/cards/card-export.controller.js';
import { CardExportService } from './resources/cards/card-export.service.js';
import { CardController } from './resources/cards/card.controller.js';
import { CardOverviewController } from './resources/cards/card-overview.controller.js';
import { CardTabs } from './resources/cards/card-tabs.service.js';
import { CardSupportController } from './resources/cards/card-support.controller.js';
import { ChannelController } from './resources/channels/channel.controller.js';
import { ChannelService } from './resources/channels/channel.service.js';
import { DataController } from './resources/data/data.controller.js';
import { RemoteDataService } from './resources/data/remote-data.service.js';
import { DeviceController } from './resources/devices/device.controller.js';
import { FunctionController } from './resources/functions/function.controller.js';
import { FunctionService } from './resources/functions/function.service.js';
import { FunctionHistory } from './resources/functions/function-history.js';
import { FunctionHistoryController } from './resources/functions/function-history.controller.js';
import { FunctionTestController } from './resources/functions/function-test.controller.js';
import { FunctionTester } from './resources/functions/function-tester.js';
import { HolderActions } from './resources/holders/holder-actions.js';
import { HolderHistory } from './resources/holders/holder-history.service.js';
import { HolderPresence } from './resources/holders/holder-presence.service.js';
import { Timeline } from './resources/holders/timeline.service.js';
import { LoginDiagnosis } from './resources/holders/login-diagnosis.service.js';
import { AdminOrderService } from './resources/orders/admin-order.service.js';
import { OrderController } from './resources/orders/order.controller.js';
import { AdminPaymentService } from './resources/payments/admin-payment.service.js';
import { AdminPaymentController } from './resources/payments/payment.controller.js';
import { SearchController } from './resources/search/search.controller.js';
import { SearchService } from './resources/search/search.service.js';
import { RefusalController } from './resources/refusals/refusal.controller.js';
import { RefusalList } from './resources/refusals/refusal-list.service.js';
import { RefusalTop } from './resources/refusals/refusal-top.service.js';
import { ClientSessionService } from './resources/sessions/client-session.service.js';
import { SessionController } from './resources/sessions/session.controller.js';
import { SignatureCheckController } from './resources/signature-check/signature-check.controller.js';
import { SignatureCheckService } from './resources/signature-check/signature-check.service.js';
import { ActivityStats } from './resources/stats/activity-stats.service.js';
import { Attention } from './resources/stats/attention.service.js';
import { FigureStats } from './resources/stats/figure-stats.service.js';
import { HolderStats } from './resources/stats/holder-stats.service.js';
import { Overview } from './resources/stats/overview.service.js';
import { StatsController } from './resources/stats/stats.controller.js';
import { TrialController } from './resources/trials/trial.controller.js';
import { UserController } from './resources/users/user.controller.js';
import { UserOverviewController } from './resources/users/user-overview.controller.js';
import { UserSupportController } from './resources/users/user-support.controller.js';
import { UserService } from './resources/users/user.service.js';
import { VariableController } from './resources/variables/variable.controller.js';
import { VariableService } from './resources/variables/variable.service.js';
import { VariableVersionController } from './resources/variables/variable-version.controller.js';
import { VersionController } from './resources/versions/version.controller.js';
import { NotifierController } from './resources/notifiers/notifier.controller.js';
import { NotifierMessageController } from './resources/notifiers/notifier-message.controller.js';
import { NotifierMessages } from './resources/notifiers/notifier-messages.service.js';
import { NotifierService } from './resources/notifiers/notifier.service.js';
import { WebhookController } from './resources/webhooks/webhook.controller.js';
import { WebhookDeliveries } from './resources/webhooks/webhook-deliveries.service.js';
import { WebhookDeliveryController } from './resources/webhooks/webhook-delivery.controller.js';
import { WebhookService } from './resources/webhooks/webhook.service.js';

/** The admin API. */
@Module({
  imports: [
    LicensingModule,
    MailModule,
    OrdersModule,
    PaymentsModule,
    FiguresModule,
    RemoteModule,
    WebhooksModule,
    NotifiersModule,
    AccessModule,
  ],
  // The controller of an export must come before the controller of its list. Otherwise the controller of the list would
  // parse the path `export` as an id.
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
    CardOverviewController,
    CardController,
    CardSupportController,
    ChannelController,
    DataController,
    DeviceController,
    FunctionController,
    FunctionHistoryController,
    FunctionTestController,
    OrderController,
    AdminPaymentController,
    SearchController,
    RefusalController,
    SessionController,
    SignatureCheckController,
    StatsController,
    TrialController,
    UserOverviewController,
    UserController,
    UserSupportController,
    VariableController,
    VariableVersionController,
    VersionController,
    NotifierController,
    NotifierMessageController,
    WebhookController,
    WebhookDeliveryController,
  ],
  providers: [
    ActivityStats,
    Attention,
    AdminOrderService,
    AdminPaymentService,
    AdminService,
    ApiTokenService,
    ApplicationService,
    BlockService,
    CardExportService,
    CardTabs,
    CardJobRunner,
    CardJobService,
    ChannelService,
    ClientSessionService,
    FigureStats,
    FunctionHistory,
    FunctionService,
    VariableService,
    FunctionTester,
    HolderActions,
    RemoteJobs,
    HolderHistory,
    HolderPresence,
    Timeline,
    HolderStats,
    Overview,
    LoginDiagnosis,
    RefusalList,
    RefusalTop,
    RemoteDataService,
    SearchService,
    SignatureCheckService,
    UserService,
    NotifierMessages,
    NotifierService,
    WebhookDeliveries,
    WebhookService,
  ],
})
export class AdminModule {}
