import { Logger } from '@nestjs/common';
import {
  KeyedSemaphore,
  LogThrottle,
  ServiceUnavailableError,
  type SemaphoreLimits,
  Semaphore,
} from '@app/platform';
import { connectionWaitMs } from './database-wait.js';

/** With more waiters the database is too slow for the load, and waiting longer would not help. */
const MOST_WAITING = 2_000;
const TOO_SLOW = 'The database is too slow for the load';

/** Callers that hold a connection to the database (on SQLite, a permit), and those that wait for one. */
export type DatabaseLoad = Pick<Semaphore, 'permits' | 'inUse' | 'waiting'>;

/**
 * Returns a semaphore for connections. It refuses callers when 2,000 others wait or when they have waited too long.
 * @param who waits, for the log
 */
export function connectionSemaphore(connections: number, who = 'clients'): Semaphore {
  const logger = new Logger('Database');
  const tell = (waiting: number) =>
    logger.error(`${TOO_SLOW}, and ${who} are told to wait: ${waiting} requests wait`);
  return new Semaphore(connections, limits(TOO_SLOW, tell));
}

/**
 * Returns semaphores for transactions that change the same row: one at a time per row. Callers wait here without
 * holding a connection, which stays free for others.
 * @param what they change, for the log
 */
export function rowSemaphores(what: string): KeyedSemaphore {
  const logger = new Logger('Database');
  const reason = `Too many requests change ${what} at once`;
  const tell = (waiting: number) =>
    logger.warn(`${reason}, and some are told to try again: ${waiting} requests wait`);
  return new KeyedSemaphore(1, limits(reason, tell));
}

/** @param tell logs the refusal; its calls are throttled */
function limits(reason: string, tell: (waiting: number) => void): SemaphoreLimits {
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
