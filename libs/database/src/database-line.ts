import { Logger } from '@nestjs/common';
import {
  KeyedSemaphore,
  LogThrottle,
  ServiceUnavailableError,
  type SemaphoreLimits,
  Semaphore,
} from '@app/platform';
import { connectionWaitMs } from './database-wait.js';

/** Beyond these a database is too slow for what is asked of it, and waiting longer would help nobody. */
const MOST_WAITING = 2_000;
const TOO_SLOW = 'The database is too slow for what is asked of it';

/** Callers that have a connection to the database or, on SQLite, the turn, and those that wait for it. */
export type DatabaseLoad = Pick<Semaphore, 'permits' | 'inUse' | 'waiting'>;

/**
 * Who would have to wait for a connection behind 2,000 others, or has waited for too long, is refused.
 * @param who is in the line, for the log
 */
export function databaseLine(connections: number, who = 'clients'): Semaphore {
  const logger = new Logger('Database');
  const tell = (waiting: number) =>
    logger.error(`${TOO_SLOW}, and ${who} are told to wait: ${waiting} requests wait`);
  return new Semaphore(connections, limits(TOO_SLOW, tell));
}

/**
 * Lines for transactions that change the same row: one at a time for each row. Whoever waits here waits without a
 * connection, which others can have meanwhile.
 * @param what they change, for the log
 */
export function rowLines(what: string): KeyedSemaphore {
  const logger = new Logger('Database');
  const reason = `Too many requests change ${what} at once`;
  const tell = (waiting: number) =>
    logger.warn(`${reason}, and some are told to try again: ${waiting} requests wait`);
  return new KeyedSemaphore(1, limits(reason, tell));
}

/** @param tell is called seldom */
function limits(reason: string, tell: (waiting: number) => void): SemaphoreLimits {
  const refusals = new LogThrottle();
  return {
    most: MOST_WAITING,
    get longestMs() {
      return connectionWaitMs();
    },
    refusal: (waiting) => {
      if (refusals.pass()) tell(waiting);
      return new ServiceUnavailableError(reason);
    },
  };
}
