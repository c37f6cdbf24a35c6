import { type DynamicModule, Module } from '@nestjs/common';
import { ADMIN_API_PREFIX, AdminModule } from '@app/admin';
import { CardModule } from '@app/card';
import { ClusterModule } from '@app/cluster';
import { DatabaseModule } from '@app/database';
import { FiguresModule } from '@app/figures';
import { MailModule } from '@app/mail';
import { NotifiersModule } from '@app/notifiers';
import { ACG_API_PREFIX, DUJIAO_API_PREFIX, FULFIL_API_PREFIX, OrdersModule } from '@app/orders';
import { PAYMENTS_API_PREFIX, PaymentsModule } from '@app/payments';
import { PaojiaoyunModule } from '@app/paojiaoyun';
import { type AppConfig, PlatformModule } from '@app/platform';
import { PORTAL_API_PREFIX, PortalModule } from '@app/portal';
import { RemoteModule } from '@app/remote';
import { SoftwareModule } from '@app/software';
import { TrialModule } from '@app/trial';
import { UserModule } from '@app/user';
import { WebhooksModule } from '@app/webhooks';
import { HealthModule } from './health/health.module.js';
import { MetricsModule } from './metrics/metrics.module.js';

/**
 * Path prefixes. If a request's path begins with one of them, the log lines written during the request also describe
 * the request.
 */
const NOTABLE_PREFIXES = [
  ADMIN_API_PREFIX,
  FULFIL_API_PREFIX,
  ACG_API_PREFIX,
  DUJIAO_API_PREFIX,
  PAYMENTS_API_PREFIX,
  PORTAL_API_PREFIX,
];

/** The root module of the server. */
@Module({})
export class AppModule {
  static forRoot(config: AppConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(config, NOTABLE_PREFIXES, PAYMENTS_API_PREFIX),
        DatabaseModule,
        ClusterModule,
        CardModule,
        RemoteModule,
        UserModule,
        TrialModule,
        SoftwareModule,
        PaojiaoyunModule,
        MailModule,
        WebhooksModule,
        NotifiersModule,
        OrdersModule,
        FiguresModule,
        PaymentsModule,
        PortalModule,
        AdminModule,
        HealthModule,
        MetricsModule,
      ],
    };
  }
}
