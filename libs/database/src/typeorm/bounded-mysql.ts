import type { PoolConnection, RowDataPacket } from 'mysql2';
import { setTimeout } from 'node:timers/promises';
import { type DataSource, QueryFailedError } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import {
  outsideRequest,
  currentParty,
  OutcomeUnknownError,
  ServiceUnavailableError,
  type Semaphore,
} from '@app/platform';
import { isConnectionLost, isDatabaseUnavailable, isNotPrimary } from '../database-errors.js';
import { DatabaseDisk } from '../database-disk.js';
import { connectionSemaphore, type DatabaseLoad } from '../database-semaphores.js';
import { rowWaitMs } from '../database-wait.js';
import { connectOutsidePool, destroySocket, obtainConnection } from './hidden-members.js';
import { ConnectionProbe } from '../mysql/connection-probe.js';

type ReplicationMode = ConstructorParameters<typeof MysqlQueryRunner>[1];

const READ_COMMITTED = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * Replaces the server's SQL mode. The driver uses backslashes to escape texts. With NO_BACKSLASH_ESCAPES, backslashes
 * would have no effect, and any text could inject SQL. Without a strict mode, the database would truncate texts that
 * are too long instead of refusing them.
 */
const SQL_MODE = "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'";

/**
 * Runs once on each new connection. After a failover, all connections are new. On Galera, their node may then still be
 * applying acknowledged changes, so this statement waits until the node has applied all of them. On MySQL, `isReplica`
 * is 1 if the server is a replica, or a node of a group but not its primary. Other databases return 0 at once.
 */
const CATCH_UP =
  '/*M! SET STATEMENT wsrep_sync_wait = 1 FOR */ SELECT 0 /*!80000 + @@super_read_only */ AS isReplica';

const IS_REPLICA = 'The database server is read-only: it is a replica, or not the primary of its group';

const STATEMENT_SEC = 30;
/**
 * Time without a response after which a connection counts as lost. The database itself ends slow statements earlier,
 * except writes on MySQL.
 */
const ANSWER_MS = 40_000;
/** Maximum wait on shutdown for a database that does not respond. */
const END_MS = 2_000;

/**
 * Limits the duration of statements. MariaDB can limit every statement, but MySQL can limit only reads. Each engine
 * executes only its own conditional comment.
 */
const limits = () =>
  `SET SESSION innodb_lock_wait_timeout = ${Math.ceil(rowWaitMs() / 1000)}` +
  ` /*M!, max_statement_time = ${STATEMENT_SEC} */ /*!80000, max_execution_time = ${STATEMENT_SEC * 1000} */`;

/** State shared by the callers of one connection pool. */
class SharedPool {
  readonly semaphore: Semaphore;
  readonly probe: ConnectionProbe;
  readonly disk = new DatabaseDisk(() => 'The database has no room left on its disk');
  hasTimeouts = false;
  /** Incremented when the database is lost. Connections of earlier generations may be dead and are not reused. */
  private generation = 0;
  private generations = new WeakMap<PoolConnection, number>();

  constructor(private readonly driver: MysqlDriver) {
    this.semaphore = connectionSemaphore(driver.options.poolSize!);
    this.probe = new ConnectionProbe(
      () => this.testConnection(),
      (error) => {
        this.generation += 1;
        this.semaphore.refuseAll(error);
      },
    );
  }

  enforceTimeouts(): void {
    this.hasTimeouts = true;
    this.generations = new WeakMap();
  }

  /** Takes a connection from the pool and prepares a new one. Skips and closes connections from before an outage. */
  async connect(): Promise<PoolConnection> {
    for (;;) {
      const connection = await outsideRequest(() => obtainConnection(this.driver));
      const generation = this.generations.get(connection);
      if (generation === undefined) {
        this.generations.set(connection, this.generation);
        await prepare(connection, this.hasTimeouts);
        return connection;
      }
      if (generation === this.generation) return connection;
      destroySocket(connection, new Error('the connection was opened before the database was lost'));
    }
  }

  private async testConnection(): Promise<void> {
    const connection = connectOutsidePool(this.driver);
    await new Promise<void>((resolve, reject) => {
      connection.once('connect', () => resolve()).on('error', reject);
    });
    connection.end(() => undefined);
  }
}

/** A query runner that limits the number of waiting callers and their waiting time. */
class BoundedQueryRunner extends MysqlQueryRunner {
  private releasePermit: (() => void) | undefined;

  constructor(
    driver: MysqlDriver,
    mode: ReplicationMode,
    private readonly shared: SharedPool,
  ) {
    super(driver, mode);
  }

  /** @throws ServiceUnavailableError */
  override connect(): Promise<PoolConnection> {
    this.databaseConnectionPromise ??= this.obtain();
    return this.databaseConnectionPromise as Promise<PoolConnection>;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as the driver declares it
  override async query(sql: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<any> {
    const connection = await this.connect();
    const { probe, hasTimeouts } = this.shared;
    const answered = probe.track(hasTimeouts ? ANSWER_MS : Infinity, (error) =>
      destroySocket(connection, error),
    );
    try {
      return await this.shared.disk.writing(() => super.query(sql, parameters, useStructuredResult));
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error;
      const { driverError } = error;
      const isLost = driverError instanceof ServiceUnavailableError || isConnectionLost(driverError);
      if (isLost && sql === 'COMMIT') {
        probe.broken(driverError);
        throw new OutcomeUnknownError('The database has not confirmed a commit', { cause: driverError });
      }
      if (driverError instanceof ServiceUnavailableError) throw driverError;
      if (isNotPrimary(driverError)) {
        // The next connection may reach the new primary.
        destroySocket(connection, driverError);
        throw probe.broken(driverError);
      }
      throw isLost ? probe.broken(driverError) : error;
    } finally {
      answered();
    }
  }

  override async release(): Promise<void> {
    if (this.isReleased) return;
    await super.release();
    this.releasePermit?.();
  }

  private async obtain(): Promise<PoolConnection> {
    const { probe, hasTimeouts } = this.shared;
    probe.requireAlive();
    const releasePermit = await this.shared.semaphore.acquire(currentParty());
    const connecting = this.shared.connect();
    const gone = Promise.withResolvers<never>();
    const answered = probe.track(hasTimeouts ? ANSWER_MS : Infinity, gone.reject);
    try {
      const connection = await Promise.race([connecting, gone.promise]);
      this.databaseConnection = connection;
      this.releasePermit = releasePermit;
      return connection;
    } catch (error) {
      // The attempt may still open a connection, so the permit is released only when the attempt has ended.
      void connecting
        .then((late) => late.release())
        .catch(() => undefined)
        .finally(releasePermit);
      throw error instanceof ServiceUnavailableError ? error : probe.refused(error);
    } finally {
      answered();
    }
  }
}

/**
 * Makes a MySQL data source use READ COMMITTED and `SQL_MODE`, and fail fast if the database is slow or unreachable.
 * Call this function before the data source is initialised.
 */
export function withTimeouts(dataSource: DataSource): void {
  const driver = dataSource.driver as MysqlDriver;
  const shared = new SharedPool(driver);
  driver.createQueryRunner = (mode) => new BoundedQueryRunner(driver, mode, shared);
  const disconnect = driver.disconnect.bind(driver);
  driver.disconnect = async () => {
    shared.probe.stop();
    await Promise.race([disconnect(), setTimeout(END_MS, undefined, { ref: false })]);
  };
  SHARED.set(dataSource, shared);
}

const SHARED = new WeakMap<DataSource, SharedPool>();

export function mysqlDisk(dataSource: DataSource): DatabaseDisk {
  return SHARED.get(dataSource)!.disk;
}

export function mysqlLoad(dataSource: DataSource): DatabaseLoad {
  return SHARED.get(dataSource)!.semaphore;
}

/**
 * Limits the duration of all further statements of this data source. Limits their waits for locked rows to `rowWaitMs`.
 * MariaDB ends every statement after 30 seconds. MySQL ends only reads after this time; the driver gives up writes on
 * MySQL after 40 seconds. Use this function for client requests, not for migrations. SQLite has no such limits and
 * needs none.
 */
export function limitStatements(dataSource: DataSource): void {
  SHARED.get(dataSource)?.enforceTimeouts();
}

/**
 * Sets the SQL mode and the isolation level once per connection. TypeORM itself would set the isolation level before
 * each transaction.
 */
async function prepare(connection: PoolConnection, hasTimeouts: boolean): Promise<void> {
  try {
    await connection.promise().query(SQL_MODE);
    await connection.promise().query(READ_COMMITTED);
    const isReplica = await catchUp(connection);
    if (!hasTimeouts) return;
    // Refuses a replica, since its data may be outdated. After a failover, a proxy may connect to a replica until the
    // proxy knows the new primary.
    if (isReplica) throw Object.assign(new Error(IS_REPLICA), { code: 'ER_READ_ONLY_MODE' });
    await setLimits(connection);
  } catch (error) {
    destroySocket(connection, new Error('the connection could not be prepared'));
    throw error;
  }
}

/** Runs `CATCH_UP`. A MariaDB that was built without Galera may not know `wsrep_sync_wait`; this error is ignored. */
async function catchUp(connection: PoolConnection): Promise<boolean> {
  try {
    const [[row]] = await connection.promise().query<RowDataPacket[]>(CATCH_UP);
    return Number(row?.isReplica) === 1;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return false;
  }
}

/** Sets the limits on a connection. Databases that do not support all limits can still be used. */
async function setLimits(connection: PoolConnection): Promise<void> {
  try {
    await connection.promise().query(limits());
  } catch (error) {
    if (isConnectionLost(error)) throw error;
  }
}
