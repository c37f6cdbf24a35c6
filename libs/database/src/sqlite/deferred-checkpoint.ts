import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DataSource } from 'typeorm';
import { sqliteConnection } from '../typeorm/hidden-members.js';

/** By default SQLite runs a checkpoint when the write-ahead log has this many pages (4 KiB each). */
const AUTOMATIC_PAGES = 1000;
const PAGE_BYTES = 4096;

const CHECKPOINT = `
  const { driver, file } = require('node:worker_threads').workerData;
  const database = new (require(driver))(file, { fileMustExist: true });
  database.pragma('wal_checkpoint(PASSIVE)');
  database.close();
`;

/** Number of transactions per database for which automatic checkpoints are off. */
const deferring = new WeakMap<DataSource, number>();

/**
 * Runs a transaction with many writes. By default SQLite copies the writes from the write-ahead log to the database
 * file during the commit, which blocks the process for a tenth of a second or more. Here a separate thread copies the
 * writes after the commit.
 */
export async function withDeferredCheckpoint<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const connection = sqliteConnection(dataSource);
  const automatic = (pages: number) => connection.pragma(`wal_autocheckpoint = ${pages}`);
  const count = (change: number) => {
    const left = (deferring.get(dataSource) ?? 0) + change;
    deferring.set(dataSource, left);
    return left;
  };
  count(1);
  automatic(0);
  try {
    return await work();
  } finally {
    const file = String(dataSource.options.database);
    if (sizeOf(`${file}-wal`) > AUTOMATIC_PAGES * PAGE_BYTES) await checkpoint(file);
    if (count(-1) === 0) automatic(AUTOMATIC_PAGES);
  }
}

/** Runs a checkpoint in a separate thread. A failure is harmless, since the next commit runs a checkpoint. */
async function checkpoint(file: string): Promise<void> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const worker = new Worker(CHECKPOINT, { eval: true, workerData: { driver, file } });
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('error', () => resolve()).once('exit', () => resolve());
  await promise;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
