import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { isDatabaseUnavailable } from './database-errors.js';
import { DatabaseFaultLog } from './database-fault-log.js';

function failed(code: string): QueryFailedError {
  return new QueryFailedError('SELECT 1', [], Object.assign(new Error(code), { code }));
}

describe('DatabaseFaultLog', () => {
  let told: string[];
  let log: DatabaseFaultLog;
  beforeEach(() => {
    told = [];
    const tell = (level: string) => (message: string) => told.push(`${level}: ${message}`);
    log = new DatabaseFaultLog({ log: tell('log'), warn: tell('warn'), error: tell('error') });
  });

  it.each([
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_LOCK_NOWAIT',
    'ER_LOCK_DEADLOCK',
    'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
    'SQLITE_BUSY',
  ])('warns of a busy database, for %s, once for many requests', (code) => {
    expect(isDatabaseUnavailable(failed(code))).toBe(true);
    for (let i = 0; i < 100; i++) log.tell(failed(code));
    expect(told).toEqual([expect.stringMatching(/^warn: The database is busy/)]);
    expect(told[0]).not.toContain(code);
  });

  it.each(['ECONNREFUSED', 'ER_QUERY_TIMEOUT', 'ER_READ_ONLY_MODE'])(
    'logs a fault, for %s, once for many requests',
    (code) => {
      expect(isDatabaseUnavailable(failed(code))).toBe(true);
      for (let i = 0; i < 100; i++) log.tell(failed(code));
      expect(told).toEqual([`error: The database did not answer: ${code}`]);
    },
  );
});
