import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan, LessThanOrEqual } from 'typeorm';
import { raiseBlocksRevision } from '@app/applications';
import { ScheduledJob } from '@app/cluster';
import {
  AuditRecord,
  Block,
  CardJob,
  deleteInBatches,
  FunctionVersion,
  inBatches,
  RemoteFunction,
} from '@app/database';
import { AppConfig, Clock, DAY_MS, HOUR_MS } from '@app/platform';
import { AdminSessions } from '../auth/admin-sessions.js';

/** Batch size for rows that can be megabytes each: import reports and function sources. */
const LARGE_ROWS = 20;
const FUNCTIONS = 100;

/** Deletes records beyond their retention: audit records, ended jobs and blocks, earlier function sources. */
@Injectable()
export class AdminPurgeJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: AdminSessions,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  @ScheduledJob({
    name: 'admin-purge',
    everyMs: HOUR_MS,
    leaderOnly: true,
    failure: 'Old records could not be deleted',
  })
  async run(): Promise<void> {
    const { dataSource } = this;
    const { auditDays, cardJobDays, blockDays, functionVersions } = this.config.retention;
    const now = this.clock.now();
    const olderThan = (days: number) => LessThan(now - days * DAY_MS);
    await this.sessions.purge(now);
    await deleteInBatches(dataSource, AuditRecord, { at: olderThan(auditDays) });
    await deleteInBatches(dataSource, CardJob, { finishedAt: olderThan(cardJobDays) }, LARGE_ROWS);
    const blocks = await deleteInBatches(dataSource, Block, { expiresAt: olderThan(blockDays) });
    // Servers keep all blocks in memory and have to reload them.
    if (blocks > 0) await raiseBlocksRevision(dataSource.manager);
    await this.purgeVersions(functionVersions);
  }

  private async purgeVersions(kept: number): Promise<void> {
    let after = 0;
    await inBatches(async () => {
      const functions = await this.dataSource
        .getRepository(RemoteFunction)
        .createQueryBuilder('row')
        .select(['row.id', 'row.version'])
        .where('row.id > :after', { after })
        .orderBy('row.id')
        .limit(FUNCTIONS)
        .getMany();
      for (const { id, version } of functions) {
        const superseded = { functionId: id, version: LessThanOrEqual(version - kept) };
        if (version > kept) await deleteInBatches(this.dataSource, FunctionVersion, superseded, LARGE_ROWS);
        after = id;
      }
      return functions.length < FUNCTIONS ? 'done' : 'more';
    });
  }
}
