import { AsyncLocalStorage } from 'node:async_hooks';
import { dirname } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { currentParty, diskSpace, type Semaphore } from '@app/platform';
import { DatabaseDisk } from '../database-disk.js';
import { DatabaseDiskError } from '../database-errors.js';
import { connectionSemaphore } from '../database-semaphores.js';
import { shareStatements, type StatementCache } from './hidden-members.js';
import { SqliteReader } from './sqlite-reader.js';
import { retryWhileBusy } from '../sqlite/retry-while-busy.js';
import { TransactionGroup } from '../sqlite/transaction-group.js';

/** Name of the savepoint of a transaction in a group. TypeORM's names for nested transactions differ. */
const MEMBER = 'member';

type IsolationLevel = Parameters<QueryRunner['startTransaction']>[0];

/** State shared by the callers of one SQLite connection. */
class SharedConnection {
  /** `undefined` before the database is connected, and if the database does not allow reads during a transaction. */
  reader: SqliteReader | undefined;
  readonly semaphore = connectionSemaphore(1);
  readonly disk: DatabaseDisk;
  readonly group: TransactionGroup;
  readonly statements: StatementCache = new Map();
  /** The query runner of the transaction in which the current code runs. */
  readonly transaction = new AsyncLocalStorage<IsolatedQueryRunner>();

  constructor(file: string, driver: BetterSqlite3Driver) {
    this.disk = new DatabaseDisk(() => describeDisk(dirname(file)));
    this.group = new TransactionGroup(() => driver.databaseConnection, this.disk);
  }
}

/**
 * TypeORM's driver gives all callers the same query runner, so a second transaction becomes a savepoint in another
 * caller's transaction. With this class each caller has its own query runner. The query runner holds the connection
 * exclusively from the start of a transaction to its end. Outside a transaction it holds the connection for a single
 * statement, unless the statement only reads. Transactions are committed in groups.
 */
class IsolatedQueryRunner extends BetterSqlite3QueryRunner {
  private releasePermit: (() => void) | undefined;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly shared: SharedConnection,
  ) {
    super(driver);
    // All query runners share one cache of prepared statements. The driver would keep a cache for each query runner,
    // although the statements belong to the connection.
    shareStatements(this, shared.statements);
  }

  override async startTransaction(isolationLevel?: IsolationLevel): Promise<void> {
    if (this.transactionDepth > 0) return super.startTransaction(isolationLevel);
    return retryWhileBusy(async () => {
      this.releasePermit = await this.acquirePermit();
      try {
        await super.startTransaction(isolationLevel);
      } catch (error) {
        this.isTransactionActive = false;
        this.returnPermit();
        throw error;
      }
    });
  }

  override async rollbackTransaction(): Promise<void> {
    const { group } = this.shared;
    const outermost = this.transactionDepth <= 1;
    try {
      // Without a permit there is nothing to roll back: the transaction ended when its group failed.
      if (this.releasePermit && this.driver.databaseConnection.inTransaction) {
        await super.rollbackTransaction();
      } else {
        this.transactionDepth -= 1;
        // After some errors, such as a full disk, SQLite has already rolled back automatically.
        if (this.releasePermit) group.fail(new DatabaseDiskError('The database rolled back'));
      }
    } finally {
      if (outermost) {
        this.isTransactionActive = false;
        this.transactionDepth = 0;
        this.returnPermit();
      }
    }
    // The caller may have rolled back because of a change by another transaction of the group. The caller must not
    // report this change before it is committed.
    if (outermost) await group.settled();
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as the driver declares it
  override async query(sql: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<any> {
    if (sql === 'BEGIN TRANSACTION') return this.begin();
    if (sql === 'COMMIT') return this.commit();
    if (sql === 'ROLLBACK') return this.rollBack();
    if (this.releasePermit) return this.write(sql, parameters, useStructuredResult);
    return retryWhileBusy(async () => {
      this.refuseOutsideTransaction();
      const { reader, group } = this.shared;
      if (reader && (await reader.canRun(sql))) return reader.query(sql, parameters, useStructuredResult);
      const releasePermit = await this.acquirePermit();
      try {
        group.commit();
        return await this.write(sql, parameters, useStructuredResult);
      } finally {
        releasePermit();
      }
    });
  }

  override async release(): Promise<void> {
    if (this.releasePermit) await this.rollbackTransaction();
    return super.release();
  }

  private async begin(): Promise<void> {
    const { group, semaphore } = this.shared;
    // Ended transactions must not wait for a long transaction.
    if (group.isFull || semaphore.isLong) group.commit();
    // IMMEDIATE takes the write lock now. Otherwise another process could write between this transaction's reads and
    // writes.
    await this.write(group.isOpen ? `SAVEPOINT ${MEMBER}` : 'BEGIN IMMEDIATE');
  }

  private async commit(): Promise<void> {
    const { group, semaphore } = this.shared;
    if (group.isOpen) await this.write(`RELEASE ${MEMBER}`);
    const committed = group.add();
    if (semaphore.waiting === 0 || !this.driver.databaseConnection.inTransaction) group.commit();
    this.returnPermit();
    await committed;
  }

  private async rollBack(): Promise<void> {
    if (!this.shared.group.isOpen) return this.write('ROLLBACK');
    await this.write(`ROLLBACK TO ${MEMBER}`);
    await this.write(`RELEASE ${MEMBER}`);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as the driver declares it
  private write(sql: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<any> {
    return this.shared.disk.writing(() => super.query(sql, parameters, useStructuredResult));
  }

  /**
   * Acquires the connection's permit. SQLite blocks the process, so the event loop runs once between two permits to
   * serve other requests.
   */
  private async acquirePermit(): Promise<() => void> {
    this.refuseOutsideTransaction();
    const { semaphore, group } = this.shared;
    const release = await semaphore.acquire(currentParty());
    return () =>
      void setImmediate(() => {
        release();
        // If no caller waits, no later transaction would commit the group.
        if (semaphore.inUse === 0) group.commit();
      });
  }

  private refuseOutsideTransaction(): void {
    if (this.shared.transaction.getStore()?.releasePermit) {
      // A write would deadlock with its own transaction; a read would not see that transaction's writes.
      throw new Error('A query inside a transaction must go through that transaction’s entity manager');
    }
  }

  private returnPermit(): void {
    this.releasePermit?.();
    this.releasePermit = undefined;
  }
}

/** Makes a better-sqlite3 data source, not yet initialised, safe for concurrent callers. */
export function isolateSqlite(dataSource: DataSource): void {
  const driver = dataSource.driver as BetterSqlite3Driver;
  const shared = new SharedConnection(String(dataSource.options.database), driver);
  const afterConnect = driver.afterConnect.bind(driver);
  driver.afterConnect = async () => {
    await afterConnect();
    driver.databaseConnection.pragma('busy_timeout = 0');
    shared.reader = await SqliteReader.open(driver);
  };
  const disconnect = driver.disconnect.bind(driver);
  driver.disconnect = async () => {
    shared.reader?.close();
    shared.reader = undefined;
    shared.statements.clear();
    await disconnect();
  };
  driver.createQueryRunner = () => new IsolatedQueryRunner(driver, shared);
  SHARED.set(dataSource, shared);
}

const SHARED = new WeakMap<DataSource, SharedConnection>();

const MIB = 1024 * 1024;

function describeDisk(folder: string): string {
  const free = Math.floor((diskSpace(folder)?.freeBytes ?? 0) / MIB);
  return `The disk is full or not writable (${free} MiB free in ${folder})`;
}

export function sqliteDisk(dataSource: DataSource): DatabaseDisk {
  return SHARED.get(dataSource)!.disk;
}

/** Returns the semaphore of the single writing connection; reads on the second connection do not wait. */
export function sqliteSemaphore(dataSource: DataSource): Semaphore {
  return SHARED.get(dataSource)!.semaphore;
}

/**
 * Runs the body of a transaction. While the body runs, a query that bypasses the transaction's entity manager fails.
 * Otherwise it would wait forever for the connection that the transaction uses.
 */
export function asTransactionOf<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  const shared = SHARED.get(runner.dataSource);
  return shared ? shared.transaction.run(runner as IsolatedQueryRunner, work) : work();
}
