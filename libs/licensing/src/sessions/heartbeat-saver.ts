import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { inTransaction, isSqlite } from '@app/database';
import { RegularWork } from '@app/platform';
import { SessionStore } from './session-store.js';

const SAVE_MS = 1000;
const ROWS_PER_STATEMENT = 500;

/** Brings the times of heartbeats to the database, many at a time. */
@Injectable()
export class HeartbeatSaver implements OnApplicationShutdown {
  private readonly logger = new Logger(HeartbeatSaver.name);
  /** The greater of two values: another process may have saved a later heartbeat. */
  private readonly greater: string;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: SessionStore,
    private readonly regular: RegularWork,
  ) {
    this.greater = isSqlite(dataSource) ? 'MAX' : 'GREATEST';
  }

  @Interval(SAVE_MS)
  async saveRegularly(): Promise<void> {
    const work = {
      job: 'heartbeats',
      logger: this.logger,
      fault: 'Heartbeats could not be saved, trying again in a second',
    };
    await this.regular.run(work, () => this.save());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.saveRegularly();
  }

  /** Saves every heartbeat that came before the call. */
  async save(): Promise<void> {
    await this.store.saveHeartbeats((lastSeenAt) => this.write(lastSeenAt));
  }

  /** Moves times of sessions on to those given, by session id, and none back. */
  async write(lastSeenAt: ReadonlyMap<number, number>): Promise<void> {
    // In one order everywhere, so that no two processes wait for each other's rows.
    const rows = [...lastSeenAt].toSorted(([a], [b]) => a - b);
    await inTransaction(this.dataSource, async (manager) => {
      for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
        const chunk = rows.slice(start, start + ROWS_PER_STATEMENT);
        const cases = chunk.map(() => 'WHEN ? THEN ?').join(' ');
        const ids = chunk.map(() => '?').join(', ');
        await manager.query(
          `UPDATE sessions SET last_seen_at = ${this.greater}(last_seen_at, CASE id ${cases} END) WHERE id IN (${ids})`,
          [...chunk.flat(), ...chunk.map(([id]) => id)],
        );
      }
    });
  }
}
