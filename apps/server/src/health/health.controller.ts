import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import {
  HealthCheckService,
  type HealthCheckResult,
  HealthIndicatorService,
  TypeOrmHealthIndicator,
} from '@nestjs/terminus';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request } from 'express';
import type { DataSource } from 'typeorm';
import { SharedRedis } from '@app/cluster';
import { isDatabaseFull, isSqlite } from '@app/database';
import { addressKey, AppConfig, clientAddress, diskSpace, setParty } from '@app/platform';
import { GracefulStop } from '../graceful-stop.js';

const DATABASE_TIMEOUT_MS = 1000;
const MIB = 1024 * 1024;

/** Probes for load balancers and process managers. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly database: TypeOrmHealthIndicator,
    private readonly indicators: HealthIndicatorService,
    private readonly stop: GracefulStop,
    private readonly config: AppConfig,
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(SharedRedis) private readonly redis: SharedRedis | undefined,
  ) {}

  /** Reports that the process is up. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Reports that the process can serve requests: the database and (if used) Redis respond, and SQLite's disk is
   * writable. Otherwise, and during shutdown, the response is 503.
   */
  @Get('ready')
  @ApiResponse({ status: 503, description: 'The same form, with the parts that fail in `error`' })
  ready(@Req() request: Request): Promise<HealthCheckResult> {
    const { redis } = this;
    // Otherwise requests of strangers would queue for the database as the server's own work does.
    setParty(() => ['health', addressKey(clientAddress(request))]);
    return this.health.check([
      () => this.lookWhetherItStays(),
      () => this.database.pingCheck('database', { timeout: DATABASE_TIMEOUT_MS }),
      () => this.lookAtDisk(),
      ...(redis ? [() => this.pingRedis(redis)] : []),
    ]);
  }

  private lookWhetherItStays() {
    const indicator = this.indicators.check('server');
    return this.stop.isDraining ? indicator.down('It is stopping') : indicator.up();
  }

  /**
   * Reports the free space of `DATA_DIR`, and whether the database accepts writes. Only a full SQLite database fails
   * the check. If a full shared database failed it too, proxies would stop using every process, and even heartbeats
   * would fail.
   */
  private lookAtDisk() {
    const indicator = this.indicators.check('disk');
    const free = diskSpace(this.config.database.dataDir)?.freeBytes;
    const isFull = isDatabaseFull(this.dataSource);
    const details = {
      takesWrites: !isFull,
      ...(free !== undefined && { freeMiB: Math.floor(free / MIB) }),
    };
    return isFull && isSqlite(this.dataSource) ? indicator.down(details) : indicator.up(details);
  }

  private async pingRedis(redis: SharedRedis) {
    const indicator = this.indicators.check('redis');
    return redis.ping().then(
      () => indicator.up(),
      () => indicator.down(),
    );
  }
}
