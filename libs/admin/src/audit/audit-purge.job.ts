import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityTarget, type FindOptionsWhere, In, LessThan } from 'typeorm';
import { Leader } from '@app/cluster';
import { AuditRecord, CardJob } from '@app/database';
import { AppConfig, Clock, RegularWork } from '@app/platform';
import { AdminSessions } from '../auth/admin-sessions.js';

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const BATCH = 1000;

/** Deletes audit records and ended card jobs older than `AUDIT_RETENTION_DAYS`, and administrators' expired sessions. */
@Injectable()
export class AuditPurgeJob {
  private readonly logger = new Logger(AuditPurgeJob.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: AdminSessions,
    private readonly config: AppConfig,
    private readonly leader: Leader,
    private readonly clock: Clock,
    private readonly regular: RegularWork,
  ) {}

  @Interval(EVERY_MS)
  async runRegularly(): Promise<void> {
    if (!this.leader.leads) return;
    const work = { job: 'audit-purge', logger: this.logger, fault: 'Old audit records could not be deleted' };
    await this.regular.run(work, () => this.run());
  }

  /** Deletes in batches, so that no other request waits long. */
  async run(): Promise<void> {
    const now = this.clock.now();
    await this.sessions.purge(now);
    const old = LessThan(now - this.config.retention.auditDays * DAY_MS);
    await this.purge(AuditRecord, { at: old });
    await this.purge(CardJob, { finishedAt: old });
  }

  private async purge<T extends { id: number }>(
    entity: EntityTarget<T>,
    where: FindOptionsWhere<T>,
  ): Promise<void> {
    const rows = this.dataSource.getRepository(entity);
    for (;;) {
      const old = await rows.createQueryBuilder('row').select('row.id').where(where).limit(BATCH).getMany();
      const ids = old.map(({ id }) => id);
      if (ids.length > 0) await rows.delete({ id: In(ids) } as FindOptionsWhere<T>);
      if (ids.length < BATCH) return;
    }
  }
}
