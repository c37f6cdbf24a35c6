import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { inTransaction } from '@app/database';
import { errorMessage } from '@app/platform';
import { SessionStore } from './session-store.js';

const SAVE_MS = 1000;
const ROWS_PER_STATEMENT = 500;

/** Brings the times of heartbeats to the database, many at a time. */
@Injectable()
export class HeartbeatSaver implements OnApplicationShutdown {
  private readonly logger = new Logger(HeartbeatSaver.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: SessionStore,
  ) {}

  @Interval(SAVE_MS)
  async saveRegularly(): Promise<void> {
    try {
      await this.save();
    } catch (error) {
      this.logger.error(`Heartbeats could not be saved, trying again in a second: ${errorMessage(error)}`);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.saveRegularly();
  }

  /** Saves every heartbeat that came before the call. */
  async save(): Promise<void> {
    await this.store.saveHeartbeats(async (lastSeenAt) => {
      const rows = [...lastSeenAt];
      await inTransaction(this.dataSource, async (manager) => {
        for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
          const chunk = rows.slice(start, start + ROWS_PER_STATEMENT);
          const cases = chunk.map(() => 'WHEN ? THEN ?').join(' ');
          const ids = chunk.map(() => '?').join(', ');
          await manager.query(
            `UPDATE sessions SET last_seen_at = CASE id ${cases} END WHERE id IN (${ids})`,
            [...chunk.flat(), ...chunk.map(([id]) => id)],
          );
        }
      });
    });
  }
}
