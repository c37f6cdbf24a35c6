import { type Connection, createConnection, type PoolConnection } from 'mysql2';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { type DataSource, QueryFailedError } from 'typeorm';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { MysqlQueryRunner } from 'typeorm/driver/mysql/MysqlQueryRunner.js';
import { besideRequest, currentParty, ServiceUnavailableError, type Semaphore } from '@app/platform';
import { isConnectionLost } from '../database-errors.js';
import { DatabaseDisk } from '../database-disk.js';
import { databaseLine, type DatabaseLoad } from '../database-line.js';
import { rowWaitMs } from '../database-wait.js';
import { ConnectionProbe } from './connection-probe.js';

type ReplicationMode = ConstructorParameters<typeof MysqlQueryRunner>[1];
type ConnectionOptions = Parameters<typeof createConnection>[0];

/** What TypeORM's typings hide. */
interface Connecting {
  obtainMasterConnection(): Promise<PoolConnection>;
  createConnectionOptions(options: object, credentials: object): Exclude<ConnectionOptions, string>;
}

const READ_COMMITTED = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';

const STATEMENT_SEC = 30;
/** The database ends a statement by itself. Whoever hears nothing all the same has lost the connection. */
const ANSWER_MS = 40_000;
/** At the end a database that does not answer is not waited for. */
const END_MS = 2_000;

/** MariaDB limits every statement, MySQL those that read; each skips the other's comment. */
const limits = () =>
  `SET SESSION innodb_lock_wait_timeout = ${Math.ceil(rowWaitMs() / 1000)}` +
  ` /*M!, max_statement_time = ${STATEMENT_SEC} */ /*!80000, max_execution_time = ${STATEMENT_SEC * 1000} */`;

/** What the callers of one pool of connections share. */
class SharedPool {
  readonly line: Semaphore;
  readonly pulse: ConnectionProbe;
  readonly disk = new DatabaseDisk(() => 'The database has no room left on its disk');
  isHurried = false;
  /** Raised when the database has gone: connections from before may be dead without a sign. */
  private era = 0;
  private eras = new WeakMap<PoolConnection, number>();

  constructor(private readonly driver: MysqlDriver) {
    this.line = databaseLine(driver.options.poolSize!);
    this.pulse = new ConnectionProbe(
      () => this.probe(),
      (error) => {
        this.era += 1;
        this.line.refuseAll(error);
      },
    );
  }

  enforceTimeouts(): void {
    this.isHurried = true;
    this.eras = new WeakMap();
  }

  /** A connection that is as good as new. */
  async connect(): Promise<PoolConnection> {
    for (;;) {
      const connection = await besideRequest(() =>
        (this.driver as unknown as Connecting).obtainMasterConnection(),
      );
      const era = this.eras.get(connection);
      if (era === undefined) {
        this.eras.set(connection, this.era);
        await prepare(connection, this.isHurried);
        return connection;
      }
      if (era === this.era) return connection;
      cut(connection, new Error('the connection is from before the database went'));
    }
  }

  private async probe(): Promise<void> {
    const { options } = this.driver;
    const connection = createConnection(
      (this.driver as unknown as Connecting).createConnectionOptions(options, options),
    );
    await new Promise<void>((resolve, reject) => {
      connection.once('connect', () => resolve()).on('error', reject);
    });
    connection.end(() => undefined);
  }
}

/** A query runner whose callers wait neither for ever nor in endless numbers. */
class BoundedQueryRunner extends MysqlQueryRunner {
  private endTurn: (() => void) | undefined;

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
    const { pulse, isHurried } = this.shared;
    const answered = pulse.ask(isHurried ? ANSWER_MS : Infinity, (error) => cut(connection, error));
    try {
      return await this.shared.disk.writing(() => super.query(sql, parameters, useStructuredResult));
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error;
      const { driverError } = error;
      if (driverError instanceof ServiceUnavailableError) throw driverError;
      throw isConnectionLost(driverError) ? pulse.broken(driverError) : error;
    } finally {
      answered();
    }
  }

  override async release(): Promise<void> {
    if (this.isReleased) return;
    await super.release();
    this.endTurn?.();
  }

  private async obtain(): Promise<PoolConnection> {
    const { line, pulse, isHurried } = this.shared;
    pulse.requireLife();
    const endTurn = await line.acquire(currentParty());
    const connecting = this.shared.connect();
    const gone = Promise.withResolvers<never>();
    const answered = pulse.ask(isHurried ? ANSWER_MS : Infinity, gone.reject);
    try {
      const connection = await Promise.race([connecting, gone.promise]);
      this.databaseConnection = connection;
      this.endTurn = endTurn;
      return connection;
    } catch (error) {
      // It may still come, and has its place until then.
      void connecting
        .then((late) => late.release())
        .catch(() => undefined)
        .finally(endTurn);
      throw error instanceof ServiceUnavailableError ? error : pulse.refused(error);
    } finally {
      answered();
    }
  }
}

/** Has a MySQL data source, not yet initialised, read what was last committed, and tell quickly when its database is slow or away. */
export function withTimeouts(dataSource: DataSource): void {
  const driver = dataSource.driver as MysqlDriver;
  const shared = new SharedPool(driver);
  driver.createQueryRunner = (mode) => new BoundedQueryRunner(driver, mode, shared);
  const disconnect = driver.disconnect.bind(driver);
  driver.disconnect = async () => {
    shared.pulse.stop();
    await Promise.race([disconnect(), setTimeout(END_MS, undefined, { ref: false })]);
  };
  SHARED.set(dataSource, shared);
}

const SHARED = new WeakMap<DataSource, SharedPool>();

export function mysqlDisk(dataSource: DataSource): DatabaseDisk {
  return SHARED.get(dataSource)!.disk;
}

export function mysqlLoad(dataSource: DataSource): DatabaseLoad {
  return SHARED.get(dataSource)!.line;
}

/**
 * From now on no statement of this data source may take longer than 30 seconds, nor wait longer than 3 for a locked row:
 * for what clients wait for, not for migrations. SQLite has no such limits, and needs none.
 */
export function limitStatements(dataSource: DataSource): void {
  SHARED.get(dataSource)?.enforceTimeouts();
}

/** Says once to a connection what TypeORM would say before each transaction. */
async function prepare(connection: PoolConnection, isHurried: boolean): Promise<void> {
  try {
    await connection.promise().query(READ_COMMITTED);
    if (isHurried) await setLimits(connection);
  } catch (error) {
    cut(connection, new Error('the connection is of no use'));
    throw error;
  }
}

/** A database of another make may not know them all, which is no reason not to use it. */
async function setLimits(connection: PoolConnection): Promise<void> {
  try {
    await connection.promise().query(limits());
  } catch (error) {
    if (isConnectionLost(error)) throw error;
  }
}

/** What is asked on the connection fails with the error. */
function cut(connection: Connection, error: Error): void {
  (connection as unknown as { stream: Socket }).stream.destroy(error);
}
