import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityTarget, type FindOperator, LessThan, LessThanOrEqual } from 'typeorm';
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
  Variable,
  VariableVersion,
} from '@app/database';
import { AppConfig, Clock, DAY_MS, HOUR_MS } from '@app/platform';
import { AdminSessions } from '../auth/admin-sessions.js';

/** Batch size for tables whose rows can be large: import reports, function sources and values of variables. */
const LARGE_ROWS = 20;
const OWNERS = 100;

/**
 * Deletes audit records, finished jobs and expired blocks after their retention periods, and expired sessions of
 * administrators. Also deletes the earlier versions of functions and variables beyond the number to keep.
 */
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
    const { auditDays, cardJobDays, blockDays, functionVersions, variableVersions } = this.config.retention;
    const now = this.clock.now();
    const olderThan = (days: number) => LessThan(now - days * DAY_MS);
    await this.sessions.purge(now);
    await deleteInBatches(dataSource, AuditRecord, { at: olderThan(auditDays) });
    await deleteInBatches(dataSource, CardJob, { finishedAt: olderThan(cardJobDays) }, LARGE_ROWS);
    const blocks = await deleteInBatches(dataSource, Block, { expiresAt: olderThan(blockDays) });
    // Servers keep all blocks in memory, and must reload them now.
    if (blocks > 0) await raiseBlocksRevision(dataSource.manager);
    await this.purgeVersions(RemoteFunction, functionVersions, (functionId, version) =>
      deleteInBatches(dataSource, FunctionVersion, { functionId, version }, LARGE_ROWS),
    );
    await this.purgeVersions(Variable, variableVersions, (variableId, version) =>
      deleteInBatches(dataSource, VariableVersion, { variableId, version }, LARGE_ROWS),
    );
  }

  /**
   * Deletes all but the latest versions of each function or variable.
   * @param kept number of versions that each function or variable keeps
   * @param deleteOf deletes versions of one function or variable
   */
  private async purgeVersions(
    owners: EntityTarget<{ id: number; version: number }>,
    kept: number,
    deleteOf: (id: number, superseded: FindOperator<number>) => Promise<unknown>,
  ): Promise<void> {
    let after = 0;
    await inBatches(async () => {
      const rows = await this.dataSource
        .getRepository(owners)
        .createQueryBuilder('row')
        .select(['row.id', 'row.version'])
        .where('row.id > :after', { after })
        .orderBy('row.id')
        .limit(OWNERS)
        .getMany();
      for (const { id, version } of rows) {
        if (version > kept) await deleteOf(id, LessThanOrEqual(version - kept));
        after = id;
      }
      return rows.length < OWNERS ? 'done' : 'more';
    });
  }
}
