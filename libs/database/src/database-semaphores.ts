import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import {
  KeyedSemaphore,
  LogThrottle,
  ServiceUnavailableError,
  type SemaphoreLimits,
  Semaphore,
} from '@app/platform';
import { connectionWaitMs } from './database-wait.js';
import { isSqlite } from './engine.js';

/**
 * Maximum number of waiting callers. If this many wait, the database is too slow for the load, and longer waits would
 * not help.
 */
const MOST_WAITING = 2_000;
const TOO_SLOW = 'The database is too slow for the load';

/**
 * Number of callers that hold a connection to the database (on SQLite, a permit), and number of callers that wait for
 * one.
 */
export type DatabaseLoad = Pick<Semaphore, 'permits' | 'inUse' | 'waiting'>;

/**
 * Returns a semaphore for connections. It refuses a caller when 2,000 others wait or when the caller has waited too
 * long.
 */
export function connectionSemaphore(connections: number, who = 'clients'): Semaphore {
  const logger = new Logger('Database');
  const tell = (waiting: number) =>
    logger.error(`${TOO_SLOW}, and ${who} are told to wait: ${waiting} requests wait`);
  return new Semaphore(connections, limits(TOO_SLOW, tell));
}

/** Runs work in turns by the key of its row. */
export type RowTurns = Pick<KeyedSemaphore, 'run'>;

/**
 * Returns turns that allow one transaction at a time per row. Callers wait here without holding a connection. On SQLite,
 * work runs at once: the database's own semaphore allows one transaction at a time, and lets callers wait longer while a
 * card job runs.
 */
export function rowTurns(dataSource: DataSource, what: string): RowTurns {
  return isSqlite(dataSource) ? { run: (_key, work) => work() } : new KeyedSemaphore(1, rowLimits(what));
}

/**
 * Returns the limits on waiting for one row.
 * @param what description of the change, for the log
 */
export function rowLimits(what: string): Required<SemaphoreLimits> {
  const logger = new Logger('Database');
  const reason = `Too many requests change ${what} at once`;
  const tell = (waiting: number) =>
    logger.warn(`${reason}, and some are told to try again: ${waiting} requests wait`);
  return limits(reason, tell);
}

/** @param tell logs the refusal; calls of `tell` are throttled */
function limits(reason: string, tell: (waiting: number) => void): Required<SemaphoreLimits> {
  const refusals = new LogThrottle();
  return {
    maxWaiting: MOST_WAITING,
    get maxWaitMs() {
      return connectionWaitMs();
    },
    refusal: (waiting) => {
      if (refusals.pass()) tell(waiting);
      return new ServiceUnavailableError(reason);
    },
  };
}
