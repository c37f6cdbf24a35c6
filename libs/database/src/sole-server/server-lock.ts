import { dirname, join } from 'node:path';
import { DataSource, type QueryRunner } from 'typeorm';
import { errorMessage, StartupError } from '@app/platform';
import { isBusy } from '../database-errors.js';
import { isSqlite } from '../engine.js';

/** Locks are the whole server's; names have at most 64 characters. */
const NAME = "CONCAT('latchkey-', MD5(DATABASE()))";

/** A lock that one process holds on a database, and that is free again the moment the process dies. */
export interface ServerLock {
  /** Takes the lock, if nobody has it. */
  take(): Promise<boolean>;
  /** Whether we still have it. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

export function serverLock(dataSource: DataSource): ServerLock {
  const { options } = dataSource;
  return isSqlite(dataSource)
    ? new FileLock(join(dirname(String(options.database)), 'server.lock'))
    : new NamedLock(dataSource);
}

/** An exclusive transaction on a SQLite file of its own, which the system ends with the process. */
class FileLock implements ServerLock {
  private file: DataSource | undefined;

  constructor(private readonly path: string) {}

  async take(): Promise<boolean> {
    const file = new DataSource({ type: 'better-sqlite3', database: this.path, timeout: 0 });
    try {
      await file.initialize();
      await file.query('BEGIN EXCLUSIVE');
    } catch (error) {
      if (file.isInitialized) await file.destroy();
      if (isBusy(error)) return false;
      throw new StartupError(`The lock file ${this.path} cannot be used: ${errorMessage(error)}`);
    }
    this.file = file;
    return true;
  }

  async isHeld(): Promise<boolean> {
    return this.file !== undefined;
  }

  async release(): Promise<void> {
    await this.file?.destroy();
    this.file = undefined;
  }
}

/** A named lock of MySQL, which belongs to a connection and ends with it. */
class NamedLock implements ServerLock {
  private connection: QueryRunner | undefined;

  constructor(private readonly dataSource: DataSource) {}

  async take(): Promise<boolean> {
    await this.release();
    const connection = this.dataSource.createQueryRunner();
    try {
      const [{ taken }] = await connection.query(`SELECT GET_LOCK(${NAME}, 0) AS taken`);
      if (Number(taken) === 1) this.connection = connection;
    } finally {
      if (!this.connection) await connection.release();
    }
    return this.connection !== undefined;
  }

  async isHeld(): Promise<boolean> {
    const held = await this.connection
      ?.query(`SELECT IS_USED_LOCK(${NAME}) = CONNECTION_ID() AS held`)
      .then(([row]) => Number(row.held) === 1)
      .catch(() => false);
    return held ?? false;
  }

  async release(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    await connection?.query(`DO RELEASE_LOCK(${NAME})`).catch(() => undefined);
    await connection?.release();
  }
}
