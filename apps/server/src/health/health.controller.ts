import { Controller, Get } from '@nestjs/common';
import { HealthCheckService, type HealthCheckResult, TypeOrmHealthIndicator } from '@nestjs/terminus';

const DATABASE_TIMEOUT_MS = 1000;

/** For load balancers and process managers. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
  ) {}

  /** The process runs. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can do its work: the database answers. 503 when not. */
  @Get('ready')
  ready(): Promise<HealthCheckResult> {
    return this.health.check([() => this.database.pingCheck('database', { timeout: DATABASE_TIMEOUT_MS })]);
  }
}
