import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import cluster from 'node:cluster';
import { UsageModule } from '@app/usage';
import { LicensingModule } from '@app/licensing';
import { NotifiersModule } from '@app/notifiers';
import { AppConfig } from '@app/platform';
import { OrdersModule } from '@app/orders';
import { RemoteModule } from '@app/remote';
import { MetricsEndpoint } from './metrics-endpoint.js';
import { WebhooksModule } from '@app/webhooks';
import { ServerMetrics } from './server-metrics.js';
import { answerSupervisor } from './worker-metrics.js';

/** Serves metrics if `METRICS_PORT` is set. With several `WORKERS` the supervisor serves them instead. */
@Module({
  imports: [UsageModule, LicensingModule, RemoteModule, WebhooksModule, NotifiersModule, OrdersModule],
  providers: [ServerMetrics],
})
export class MetricsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private endpoint: MetricsEndpoint | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly metrics: ServerMetrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { metrics } = this.config;
    if (metrics.port === undefined) return;
    this.metrics.start();
    const read = async () => this.metrics.read();
    if (cluster.isWorker) return answerSupervisor(read);
    this.endpoint = new MetricsEndpoint(metrics, read);
    await this.endpoint.listen();
  }

  onApplicationShutdown(): void {
    this.endpoint?.close();
  }
}
