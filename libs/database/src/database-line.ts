import { Logger } from '@nestjs/common';
import { Seldom, Unavailable, WaitingLine } from '@app/platform';

/** Beyond these a database is too slow for what is asked of it, and waiting longer would help nobody. */
const MOST_WAITING = 2_000;
const LONGEST_WAIT_MS = 5_000;
const TOO_SLOW = 'The database is too slow for what is asked of it';

/** Callers that have a connection to the database or, on SQLite, the turn, and those that wait for it. */
export type DatabaseLoad = Pick<WaitingLine, 'places' | 'inUse' | 'waiting'>;

/**
 * Who would have to wait for a connection behind 2,000 others, or has waited for 5 seconds, is refused.
 * @param who is in the line, for the log
 */
export function databaseLine(connections: number, who = 'clients'): WaitingLine {
  const logger = new Logger('Database');
  const refusals = new Seldom();
  return new WaitingLine(connections, {
    most: MOST_WAITING,
    longestMs: LONGEST_WAIT_MS,
    refusal: (waiting) => {
      if (refusals.pass()) logger.error(`${TOO_SLOW}, and ${who} are told to wait: ${waiting} requests wait`);
      return new Unavailable(TOO_SLOW);
    },
  });
}
