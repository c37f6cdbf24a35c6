import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import { isBusy } from '../database-errors.js';
import { FifoMutex } from './fifo-mutex.js';

const BUSY_TIMEOUT_MS = 5_000;
const BUSY_RETRY_MS = 5;
const MAX_BUSY_RETRY_MS = 50;

type IsolationLevel = Parameters<QueryRunner['startTransaction']>[0];
type StatementCache = Map<string, unknown>;

/** What the callers of one SQLite connection share. */
class SharedConnection {
  readonly mutex = new FifoMutex();
  readonly statements: StatementCache = new Map();
  /** The query runner whose transaction the running code is in. */
  readonly transaction = new AsyncLocalStorage<IsolatedQueryRunner>();
}

/**
 * TypeORM's driver gives every caller the one query runner of its one connection, so that a second transaction
 * becomes a savepoint of a stranger's. Here each caller has a query runner of its own, which has the connection to
 * itself from BEGIN to COMMIT or ROLLBACK, and for a single statement outside a transaction.
 */
class IsolatedQueryRunner extends BetterSqlite3QueryRunner {
  private endTurn: (() => void) | undefined;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly shared: SharedConnection,
  ) {
    super(driver);
    // Prepared statements belong to the connection; the driver keeps them per query runner.
    (this as unknown as { stmtCache: StatementCache }).stmtCache = shared.statements;
  }

  override async startTransaction(isolationLevel?: IsolationLevel): Promise<void> {
    if (this.transactionDepth > 0) return super.startTransaction(isolationLevel);
    return whenFree(async () => {
      this.endTurn = await this.takeTurn();
      try {
        await super.startTransaction(isolationLevel);
      } catch (error) {
        this.isTransactionActive = false;
        this.giveTurnBack();
        throw error;
      }
    });
  }

  override async commitTransaction(): Promise<void> {
    await super.commitTransaction();
    if (this.transactionDepth === 0) this.giveTurnBack();
  }

  override async rollbackTransaction(): Promise<void> {
    const outermost = this.transactionDepth <= 1;
    try {
      // SQLite has already rolled back everything by itself after some errors, such as a full disk.
      if (this.driver.databaseConnection.inTransaction) await super.rollbackTransaction();
      else this.transactionDepth -= 1;
    } finally {
      if (outermost) {
        this.isTransactionActive = false;
        this.transactionDepth = 0;
        this.giveTurnBack();
      }
    }
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as the driver declares it
  override async query(sql: string, parameters?: unknown[], useStructuredResult?: boolean): Promise<any> {
    // Immediate: the write lock is taken at once, or another process could write between our read and our write.
    if (sql === 'BEGIN TRANSACTION') return super.query('BEGIN IMMEDIATE');
    if (this.endTurn) return super.query(sql, parameters, useStructuredResult);
    return whenFree(async () => {
      const endTurn = await this.takeTurn();
      try {
        return await super.query(sql, parameters, useStructuredResult);
      } finally {
        endTurn();
      }
    });
  }

  override async release(): Promise<void> {
    if (this.endTurn) await this.rollbackTransaction();
    return super.release();
  }

  private takeTurn(): Promise<() => void> {
    if (this.shared.transaction.getStore()?.endTurn) {
      // It would wait for the transaction that waits for it.
      throw new Error('A query inside a transaction must go through that transaction’s entity manager');
    }
    return this.shared.mutex.lock();
  }

  private giveTurnBack(): void {
    this.endTurn?.();
    this.endTurn = undefined;
  }
}

/**
 * Runs what another process's write can keep out. Between tries others have their turn, and the process goes on with
 * its work, which SQLite's own waiting would hold up.
 */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await setTimeout(Math.min(attempt * BUSY_RETRY_MS, MAX_BUSY_RETRY_MS));
    }
  }
}

/** Makes a better-sqlite3 data source, not yet initialised, safe for concurrent callers. */
export function isolateSqlite(dataSource: DataSource): void {
  const driver = dataSource.driver as BetterSqlite3Driver;
  const afterConnect = driver.afterConnect.bind(driver);
  driver.afterConnect = async () => {
    await afterConnect();
    driver.databaseConnection.pragma('busy_timeout = 0');
  };
  const shared = new SharedConnection();
  driver.createQueryRunner = () => new IsolatedQueryRunner(driver, shared);
  SHARED.set(dataSource, shared);
}

const SHARED = new WeakMap<DataSource, SharedConnection>();

/** Runs the body of a transaction so that a query beside its entity manager is found out instead of waiting for ever. */
export function asTransactionOf<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  const shared = SHARED.get(runner.dataSource);
  return shared ? shared.transaction.run(runner as IsolatedQueryRunner, work) : work();
}
