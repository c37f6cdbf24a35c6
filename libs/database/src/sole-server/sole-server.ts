import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { errorMessage, StartupError } from '@app/platform';
import { type ServerLock, serverLock } from './server-lock.js';

/** A predecessor that is stopping gets this long to finish. */
const WAIT_MS = 5_000;
const RETRY_MS = 250;
const CHECK_MS = 10_000;

/**
 * Sees to it that one server process serves a database. Sessions and nonces are in that process's memory: with a
 * second one, a request could be accepted twice and a kicked session could live on.
 */
@Injectable()
export class SoleServer implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(SoleServer.name);
  private readonly lock: ServerLock;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.lock = serverLock(dataSource);
  }

  /** @throws StartupError when another server process has the database */
  async onModuleInit(): Promise<void> {
    for (let waited = 0; !(await this.lock.take()); waited += RETRY_MS) {
      if (waited >= WAIT_MS) {
        throw new StartupError(
          'Another server process is running on this database, and only one can: it keeps sessions and nonces in its ' +
            'memory. Stop the other one, or give this one a DATA_DIR or DATABASE_URL of its own.',
        );
      }
      await setTimeout(RETRY_MS);
    }
  }

  /** The lock is lost with its connection, as when the database was restarted. */
  @Interval(CHECK_MS)
  async check(): Promise<void> {
    try {
      if ((await this.lock.isHeld()) || (await this.lock.take())) return;
    } catch (error) {
      this.logger.warn(`The database does not say whether this is its only server: ${errorMessage(error)}`);
      return;
    }
    this.logger.fatal('Another server process has taken over this database; stopping');
    process.kill(process.pid, 'SIGTERM');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lock.release();
  }
}
