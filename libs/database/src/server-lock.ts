import { hash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { DataSource, type QueryRunner } from 'typeorm';
import { errorMessage, StartupError } from '@app/platform';
import { isBusy } from './database-errors.js';
import { isSqlite } from './engine.js';
import { ServerProcessRow } from './entities/server-process.entity.js';

/** `taken`, or the obstacle: an exclusive process, processes that share Redis, or processes with a different Redis. */
export type LockOutcome = 'taken' | 'alone' | 'shared' | 'elsewhere';

/** A server process's lock on a database. It is released when the process dies. */
export interface ServerLock {
  /** Takes the lock, unless another process prevents it. */
  take(): Promise<LockOutcome>;
  /** Reports whether this process still holds the lock. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
  /** Reports whether the process of this id, which also holds this lock, is alive. */
  isAlive(processId: string): Promise<boolean>;
}

/** A process that shares the database with others. */
export interface SharingProcess {
  /** Up to 16 letters and digits, never reused. */
  readonly id: string;
  /** Returns the id of the process's Redis. Two processes with the same id use the same Redis. */
  redisIdentity(): Promise<string>;
}

/**
 * Creates the lock for the database's engine.
 * @param sharing `undefined` if the process needs the database exclusively
 */
export function serverLock(dataSource: DataSource, sharing?: SharingProcess): ServerLock {
  const { options } = dataSource;
  if (isSqlite(dataSource)) return new FileLock(join(dirname(String(options.database)), 'server.lock'));
  return sharing ? new SharedLock(dataSource, sharing) : new ExclusiveLock(dataSource);
}

/** SQLite: an exclusive transaction on a separate SQLite file. The system ends it with the process. */
class FileLock implements ServerLock {
  private file: DataSource | undefined;

  constructor(private readonly path: string) {}

  async take(): Promise<LockOutcome> {
    const file = new DataSource({ type: 'better-sqlite3', database: this.path, timeout: 0 });
    try {
      await file.initialize();
      await file.query('BEGIN EXCLUSIVE');
    } catch (error) {
      if (file.isInitialized) await file.destroy();
      if (isBusy(error)) return 'alone';
      throw new StartupError(`The lock file ${this.path} cannot be used: ${errorMessage(error)}`);
    }
    this.file = file;
    return 'taken';
  }

  async isHeld(): Promise<boolean> {
    return this.file !== undefined;
  }

  async release(): Promise<void> {
    await this.file?.destroy();
    this.file = undefined;
  }

  async isAlive(): Promise<boolean> {
    return false;
  }
}

/** MySQL: named locks. A named lock belongs to a connection and ends with it. */
abstract class NamedLock implements ServerLock {
  private connection: QueryRunner | undefined;
  /** SQL expression for the name of the lock that a process holds while it decides. */
  protected decisionLock = '';

  constructor(private readonly dataSource: DataSource) {}

  /** SQL expression for the name of the lock that this process keeps. */
  protected abstract get name(): string;
  /** Decides whether this process may run, and takes its locks. No other process decides at the same time. */
  protected abstract decide(connection: QueryRunner, alive: ServerProcessRow[]): Promise<LockOutcome>;

  async take(): Promise<LockOutcome> {
    await this.release();
    const connection = this.dataSource.createQueryRunner();
    let outcome: LockOutcome = 'alone';
    try {
      this.decisionLock = await lockOfDatabase(connection);
      if (await getLock(connection, this.decisionLock))
        outcome = await this.decide(connection, await living(connection));
      if (outcome === 'taken') this.connection = connection;
    } finally {
      if (!this.connection) await releaseLock(connection, this.decisionLock);
    }
    return outcome;
  }

  async isHeld(): Promise<boolean> {
    const held = await this.connection
      ?.query(`SELECT IS_USED_LOCK(${this.name}) = CONNECTION_ID() AS held`)
      .then(([row]) => Number(row.held) === 1)
      .catch(() => false);
    return held ?? false;
  }

  async release(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    if (connection) await releaseLock(connection, this.name);
  }

  async isAlive(processId: string): Promise<boolean> {
    return isUsed(this.dataSource, processId);
  }
}

/** Excludes all other processes by keeping the decision lock. */
class ExclusiveLock extends NamedLock {
  protected override get name(): string {
    return this.decisionLock;
  }

  protected override async decide(_: QueryRunner, alive: ServerProcessRow[]): Promise<LockOutcome> {
    return alive.length > 0 ? 'shared' : 'taken';
  }
}

/** Shares the database: each process has its own lock, and a row that identifies its Redis. */
class SharedLock extends NamedLock {
  protected override readonly name: string;

  constructor(
    dataSource: DataSource,
    private readonly sharing: SharingProcess,
  ) {
    super(dataSource);
    this.name = lockOf(sharing.id);
  }

  protected override async decide(connection: QueryRunner, alive: ServerProcessRow[]): Promise<LockOutcome> {
    const { id } = this.sharing;
    const redis = await this.sharing.redisIdentity();
    if (alive.some((other) => other.redis !== redis)) return 'elsewhere';
    if (!(await getLock(connection, this.name))) return 'alone';
    await connection.manager.upsert(ServerProcessRow, { id, redis }, ['id']);
    await connection.query(`DO RELEASE_LOCK(${this.decisionLock})`);
    return 'taken';
  }
}

/**
 * Returns the other live processes that share the database, and deletes the rows of dead processes. Only one caller at
 * a time may call it.
 */
async function living({ manager }: QueryRunner): Promise<ServerProcessRow[]> {
  if (!(await manager.queryRunner!.hasTable('server_processes'))) return [];
  const alive: ServerProcessRow[] = [];
  for (const row of await manager.find(ServerProcessRow)) {
    if (await isUsed(manager, row.id)) alive.push(row);
    else await manager.delete(ServerProcessRow, { id: row.id });
  }
  return alive;
}

async function isUsed(database: Pick<DataSource, 'query'>, processId: string): Promise<boolean> {
  const [{ used }] = await database.query(`SELECT IS_USED_LOCK(CONCAT('latchkey-', ?)) AS used`, [processId]);
  return used !== null;
}

/**
 * Returns a SQL expression for the name of the database's lock. Named locks are server-wide, and a name has at most 64
 * characters. From MySQL 9.6 there is no MD5().
 */
async function lockOfDatabase(connection: QueryRunner): Promise<string> {
  const [{ name }] = await connection.query('SELECT DATABASE() AS name');
  return `'latchkey-${hash('md5', name)}'`;
}

/** Returns a SQL expression for the name of a process's lock. The id must consist of letters and digits. */
function lockOf(processId: string): string {
  return `'latchkey-${processId}'`;
}

async function getLock(connection: QueryRunner, name: string): Promise<boolean> {
  const [{ taken }] = await connection.query(`SELECT GET_LOCK(${name}, 0) AS taken`);
  return Number(taken) === 1;
}

async function releaseLock(connection: QueryRunner, name: string): Promise<void> {
  await connection.query(`DO RELEASE_LOCK(${name})`).catch(() => undefined);
  await connection.release();
}
