import { hash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DataSource, type QueryRunner } from 'typeorm';
import { errorMessage, StartupError } from '@app/platform';
import { isBusy } from './database-errors.js';
import { isSqlite } from './engine.js';
import { ServerProcessRow } from './entities/server-process.entity.js';

/**
 * Milliseconds for which a process counts as alive after it last renewed its row. Processes renew their rows every two
 * seconds. `LEASE_MS` is long enough for them to take their locks again after a failover of the database.
 */
const LEASE_MS = 10_000;

/** Time allowed for another server process to stop. */
const WAIT_MS = 5_000;
/**
 * Time allowed for processes to move to this database server after a failover. It is longer than the time for which a
 * silent process counts as alive.
 */
export const MOVE_MS = 12_000;
const RETRY_MS = 250;

/**
 * The lock was `taken`, or there is an obstacle:
 * - `alone`: a process that uses the database exclusively
 * - `shared`: processes that share the database
 * - `elsewhere`: processes with a different Redis
 * - `apart`: processes that use a different server of the database cluster
 * - `busy`: another process that is taking the lock at this moment
 */
export type LockOutcome = 'taken' | 'alone' | 'shared' | 'elsewhere' | 'apart' | 'busy';

/** Message for commands that need a database without servers. */
export const SERVER_IS_RUNNING = 'A server is running on this database. Stop it first.';

const ALONE =
  'Another server process is running on this database, and it keeps sessions and nonces in its memory. ' +
  'Stop it, or give this process its own DATA_DIR or DATABASE_URL. ' +
  'Several processes need MySQL or MariaDB and the same REDIS_URL.';
/** Messages for server processes that cannot start. */
export const LOCK_REFUSALS: Record<Exclude<LockOutcome, 'taken'>, string> = {
  alone: ALONE,
  busy: ALONE,
  shared:
    'Other server processes are running on this database and share a Redis. Give this process their REDIS_URL, or stop them.',
  elsewhere:
    'Other server processes are running on this database with a different Redis. ' +
    'Set the same REDIS_URL for all of them.',
  apart:
    'Other server processes are connected to a different server of the database cluster. ' +
    'Connect all of them to the same server, for example through a proxy with a single writer.',
};

/**
 * Calls `take` until it takes the lock, for some seconds. Another process may be starting or stopping, or the database
 * may not yet have noticed that this process's previous connection is closed.
 */
export async function takeSoon(take: () => Promise<LockOutcome>): Promise<LockOutcome> {
  for (let waited = 0; ; waited += RETRY_MS) {
    const outcome = await take();
    if (outcome === 'taken' || waited >= (outcome === 'apart' ? MOVE_MS : WAIT_MS)) return outcome;
    await setTimeout(RETRY_MS);
  }
}

/** A server process's lock on a database. It is released when the process dies. */
export interface ServerLock {
  /**
   * Takes the lock, unless another process prevents this. A process that has lost its lock, for example through a
   * failover of the database, takes the lock again in the same way.
   */
  take(): Promise<LockOutcome>;
  /** Shows other processes that this process is alive. Returns false if this process no longer holds the lock. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
  /** Returns false if the process with this id is certainly dead. */
  isAlive(processId: string): Promise<boolean>;
  /** Returns true if live processes hold their locks on a different server of the database cluster. */
  isSplit(): Promise<boolean>;
}

/** A server process that takes the lock. */
export interface LockingProcess {
  /** Up to 16 letters and digits, never reused. */
  readonly id: string;
  /**
   * Returns the id of the process's Redis: two processes that return the same id use the same Redis.
   * `undefined` if the process needs the database exclusively.
   */
  readonly redisIdentity?: (() => Promise<string>) | undefined;
}

/**
 * Creates the lock for the database's engine.
 * @param process `undefined` for a command that needs the database exclusively
 */
export function serverLock(dataSource: DataSource, process?: LockingProcess): ServerLock {
  const { options } = dataSource;
  if (isSqlite(dataSource)) return new FileLock(join(dirname(String(options.database)), 'server.lock'));
  const { id, redisIdentity } = process ?? {};
  return redisIdentity ? new SharedLock(dataSource, id!, redisIdentity) : new ExclusiveLock(dataSource, id);
}

/**
 * SQLite: an exclusive transaction on a separate SQLite file. When the process dies, the operating system releases the
 * file's lock.
 */
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

  async renew(): Promise<boolean> {
    return this.file !== undefined;
  }

  async release(): Promise<void> {
    await this.file?.destroy();
    this.file = undefined;
  }

  async isAlive(): Promise<boolean> {
    return false;
  }

  async isSplit(): Promise<boolean> {
    return false;
  }
}

/**
 * MySQL: named locks. A named lock ends with the connection that holds it, so a free lock shows that its process has
 * died. After a failover this conclusion is wrong, because the new database server has no locks yet. Each process
 * therefore also has a row with the time of the last renewal and the identity of the database server that has the
 * process's lock.
 */
abstract class NamedLock implements ServerLock {
  private connection: QueryRunner | undefined;
  /** `performance.now()` when this process took the lock; `Infinity` while it does not hold the lock. */
  private heldSince = Infinity;
  private wasTaken = false;
  /** SQL expression for the name of the lock that a process holds while it decides whether it may run. */
  protected decisionLock = '';

  constructor(
    private readonly dataSource: DataSource,
    protected readonly id: string | undefined,
  ) {}

  /** SQL expression for the name of the lock that this process keeps. */
  protected abstract get name(): string;
  /** Decides whether this process may run, and takes its locks. No other process decides at the same time. */
  protected abstract decide(connection: QueryRunner, alive: ServerProcessRow[]): Promise<LockOutcome>;
  /** The id of this process's Redis, stored in the process's row. */
  protected abstract readonly redis: string;

  async take(): Promise<LockOutcome> {
    await this.letGo();
    const connection = this.dataSource.createQueryRunner();
    let outcome: LockOutcome = 'busy';
    try {
      this.decisionLock = await lockOfDatabase(connection);
      outcome = (await getLock(connection, this.decisionLock))
        ? await this.admit(connection)
        : await this.obstacle(connection);
      if (outcome === 'taken') {
        this.connection = connection;
        this.heldSince = performance.now();
        this.wasTaken = true;
      }
    } finally {
      if (!this.connection) await releaseLocks(connection);
    }
    return outcome;
  }

  async renew(): Promise<boolean> {
    const { connection } = this;
    const held = await connection
      ?.query(`SELECT IS_USED_LOCK(${this.name}) = CONNECTION_ID() AS held`)
      .then(([row]) => Number(row.held) === 1)
      .catch(() => false);
    if (held) await this.note(connection!);
    else this.heldSince = Infinity;
    return held ?? false;
  }

  async release(): Promise<void> {
    const { connection, id } = this;
    if (connection && id !== undefined)
      await connection.manager.delete(ServerProcessRow, { id }).catch(() => undefined);
    await this.letGo();
  }

  async isAlive(processId: string): Promise<boolean> {
    if (await isUsed(this.dataSource, processId)) return true;
    // If this process has no lock or took it only recently, a failover may be recent: other processes may not have
    // taken their locks again yet.
    if (!(performance.now() - this.heldSince > LEASE_MS)) return true;
    const { now } = await answeringServer(this.dataSource);
    const row = await this.dataSource.manager.findOneBy(ServerProcessRow, { id: processId });
    return row !== null && isFresh(row, now);
  }

  async isSplit(): Promise<boolean> {
    const { run, now } = await answeringServer(this.dataSource);
    const rows = await this.dataSource.manager.find(ServerProcessRow);
    return rows.some((row) => row.databaseRun !== run && isFresh(row, now));
  }

  /** Records that this process is alive, and which database server has its lock. */
  protected async note({ manager }: QueryRunner): Promise<void> {
    const { id, redis } = this;
    if (id === undefined) return;
    const { run, now } = await answeringServer(manager);
    await manager.upsert(ServerProcessRow, { id, redis, databaseRun: run, seenAt: now }, ['id']);
  }

  private async admit(connection: QueryRunner): Promise<LockOutcome> {
    const alive = await living(connection, this.id);
    const apart = alive.some(({ isApart }) => isApart);
    // A process that held its lock before may continue: after a failover, processes take their locks again one by one.
    if (apart && !this.wasTaken) return 'apart';
    return this.decide(
      connection,
      alive.flatMap(({ row, isApart }) => (isApart ? [] : row)),
    );
  }

  /** Returns whether another process holds the decision lock permanently (`alone`) or temporarily (`busy`). */
  private async obstacle(connection: QueryRunner): Promise<LockOutcome> {
    const rows = await processRows(connection);
    for (const { id, redis } of rows) {
      if (id !== this.id && redis === EXCLUSIVE && (await isUsed(connection, id))) return 'alone';
    }
    return 'busy';
  }

  private async letGo(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    this.heldSince = Infinity;
    if (connection) await releaseLocks(connection);
  }
}

/** The value of `redis` for processes that use the database exclusively. */
const EXCLUSIVE = '';

/** Excludes all other processes: it keeps the decision lock. */
class ExclusiveLock extends NamedLock {
  protected override readonly redis = EXCLUSIVE;

  protected override get name(): string {
    return this.decisionLock;
  }

  /** No other process is alive while this process runs. */
  override async isAlive(): Promise<boolean> {
    return false;
  }

  protected override async decide(connection: QueryRunner, alive: ServerProcessRow[]): Promise<LockOutcome> {
    if (alive.length > 0) return 'shared';
    const { id } = this;
    // The lock with this process's id shows other processes that the decision lock is held permanently.
    if (id !== undefined && !(await getLock(connection, lockOf(id)))) return 'busy';
    await this.note(connection);
    return 'taken';
  }
}

/** Shares the database: each process has its own lock, and a row that identifies its Redis. */
class SharedLock extends NamedLock {
  protected override readonly name: string;
  protected override redis = '';

  constructor(
    dataSource: DataSource,
    id: string,
    private readonly redisIdentity: () => Promise<string>,
  ) {
    super(dataSource, id);
    this.name = lockOf(id);
  }

  protected override async decide(connection: QueryRunner, alive: ServerProcessRow[]): Promise<LockOutcome> {
    this.redis = await this.redisIdentity();
    if (alive.some((other) => other.redis !== this.redis)) return 'elsewhere';
    if (!(await getLock(connection, this.name))) return 'busy';
    await this.note(connection);
    await connection.query(`DO RELEASE_LOCK(${this.decisionLock})`);
    return 'taken';
  }
}

/**
 * Returns the other live processes, and deletes the rows of dead processes. A process is marked as apart if another
 * server of the database cluster has its lock. The caller must hold the decision lock, so that no other process runs
 * this function at the same time.
 */
async function living(
  connection: QueryRunner,
  ownId: string | undefined,
): Promise<{ row: ServerProcessRow; isApart: boolean }[]> {
  const { run, now } = await answeringServer(connection);
  const alive: { row: ServerProcessRow; isApart: boolean }[] = [];
  for (const row of await processRows(connection)) {
    if (row.id === ownId) continue;
    if (await isUsed(connection, row.id)) alive.push({ row, isApart: false });
    else if (row.databaseRun !== run && isFresh(row, now)) alive.push({ row, isApart: true });
    else await connection.manager.delete(ServerProcessRow, { id: row.id });
  }
  return alive;
}

/**
 * Returns all rows. In a database of an earlier version of Latchkey, the table may have fewer columns or be missing.
 */
async function processRows(connection: QueryRunner): Promise<ServerProcessRow[]> {
  if (!(await connection.hasTable('server_processes'))) return [];
  const rows: Record<string, string>[] = await connection.query('SELECT * FROM server_processes');
  return rows.map(({ id, redis, database_run, seen_at }) => ({
    id: id!,
    redis: redis!,
    databaseRun: database_run ?? '',
    seenAt: Number(seen_at ?? 0),
  }));
}

/** @param now epoch milliseconds by the database's clock */
function isFresh({ seenAt }: ServerProcessRow, now: number): boolean {
  return seenAt > now - LEASE_MS;
}

/**
 * Returns the identity of the database server, and the database's time in epoch milliseconds. Each node of a cluster
 * has a different identity, which changes with each restart of the node. The host in the URL does not identify the
 * server, since it may be a proxy.
 */
async function answeringServer(database: Pick<DataSource, 'query'>): Promise<{ run: string; now: number }> {
  // `Uptime` and `UNIX_TIMESTAMP()` are both measured at the start of the statement, so their difference is constant:
  // it is the time at which the database server started. The time in milliseconds is calculated in UTC, since a local
  // time is ambiguous in the hour that repeats when daylight-saving time ends.
  const [{ run, time }] = await database.query(
    `SELECT CONCAT_WS(':', LEFT(@@hostname, 100), @@port, (
       SELECT UNIX_TIMESTAMP() - CAST(variable_value AS SIGNED)
       FROM /*M! information_schema */ /*!80000 performance_schema */ .global_status
       WHERE variable_name = 'Uptime'
     )) AS run, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000 AS time`,
  );
  return { run: String(run), now: Number(time) };
}

async function isUsed(database: Pick<DataSource, 'query'>, processId: string): Promise<boolean> {
  const [{ used }] = await database.query(`SELECT IS_USED_LOCK(CONCAT('latchkey-', ?)) AS used`, [processId]);
  return used !== null;
}

/**
 * Returns a SQL expression for the name of the database's lock. Named locks are server-wide, and their names have at
 * most 64 characters, so the name contains a hash of the database's name. The hash is computed here, since MySQL 9.6
 * and later versions have no MD5().
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

/** Releases all locks of the connection. */
async function releaseLocks(connection: QueryRunner): Promise<void> {
  await connection.query('DO RELEASE_ALL_LOCKS()').catch(() => undefined);
  await connection.release();
}
