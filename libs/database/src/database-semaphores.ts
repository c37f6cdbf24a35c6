import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import {
  KeyedSemaphore,
  LogThrottle,
  ServiceUnavailableError,
  type SemaphoreLimits,
  Semaphore,
} from '@app/platform';
import { connectionWaitMs, LARGE_TRANSACTION_WAIT_MS } from './database-wait.js';
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

/** Returns semaphores that allow one transaction at a time per row. Callers wait here without holding a connection. */
export function rowSemaphores(dataSource: DataSource, what: string): KeyedSemaphore {
  return new KeyedSemaphore(1, rowLimits(dataSource, what));
}

/**
 * Returns the limits on waiting for one row. On SQLite, callers wait as long as for a large transaction: the first of
 * them may be waiting for one.
 * @param what description of the change, for the log
 */
export function rowLimits(dataSource: DataSource, what: string): Required<SemaphoreLimits> {
  const logger = new Logger('Database');
  const reason = `Too many requests change ${what} at once`;
  const tell = (waiting: number) =>
    logger.warn(`${reason}, and some are told to try again: ${waiting} requests wait`);
  const limit = limits(reason, tell);
  return isSqlite(dataSource) ? { ...limit, maxWaitMs: LARGE_TRANSACTION_WAIT_MS } : limit;
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
