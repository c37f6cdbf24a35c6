import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThan } from 'typeorm';
import { AuditRecord } from '@app/database';
import { AppConfig, Clock, errorMessage } from '@app/platform';
import { AdminSessions } from '../auth/admin-sessions.js';

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const BATCH = 1000;

/** Deletes audit records older than `AUDIT_RETENTION_DAYS`, and sessions of administrators that have expired. */
@Injectable()
export class AuditPurgeJob {
  private readonly logger = new Logger(AuditPurgeJob.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: AdminSessions,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  @Interval(EVERY_MS)
  async runRegularly(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.logger.error(`Old audit records could not be deleted: ${errorMessage(error)}`);
    }
  }

  /** Deletes in batches, so that no other request waits long, and gives the number of audit records deleted. */
  async run(): Promise<number> {
    const now = this.clock.now();
    await this.sessions.purge(now);
    const { manager } = this.dataSource;
    const at = LessThan(now - this.config.retention.auditDays * DAY_MS);
    for (let deleted = 0; ;) {
      const old = await manager.find(AuditRecord, { select: { id: true }, where: { at }, take: BATCH });
      if (old.length > 0) await manager.delete(AuditRecord, { id: In(old.map(({ id }) => id)) });
      deleted += old.length;
      if (old.length < BATCH) return deleted;
    }
  }
}
