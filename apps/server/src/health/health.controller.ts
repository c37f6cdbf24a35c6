import { Controller, Get, Inject } from '@nestjs/common';
import {
  HealthCheckService,
  type HealthCheckResult,
  HealthIndicatorService,
  TypeOrmHealthIndicator,
} from '@nestjs/terminus';
import { SharedRedis } from '@app/cluster';
import { GracefulStop } from '../graceful-stop.js';

const DATABASE_TIMEOUT_MS = 1000;

/** For load balancers and process managers. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly indicators: HealthIndicatorService,
    private readonly stop: GracefulStop,
    @Inject(SharedRedis) private readonly redis: SharedRedis | undefined,
  ) {}

  /** The process runs. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * The process can do its work: the database answers, and Redis where there is one. 503 when not, and when it was asked
   * to stop.
   */
  @Get('ready')
  ready(): Promise<HealthCheckResult> {
    const { redis } = this;
    return this.health.check([
      () => this.lookWhetherItStays(),
      () => this.database.pingCheck('database', { timeout: DATABASE_TIMEOUT_MS }),
      ...(redis ? [() => this.pingRedis(redis)] : []),
    ]);
  }

  private lookWhetherItStays() {
    const indicator = this.indicators.check('server');
    return this.stop.isDraining ? indicator.down('It is stopping') : indicator.up();
  }

  private async pingRedis(redis: SharedRedis) {
    const indicator = this.indicators.check('redis');
    return redis.ping().then(
      () => indicator.up(),
      () => indicator.down(),
    );
  }
}
