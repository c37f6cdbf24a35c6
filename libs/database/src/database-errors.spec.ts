import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { ServiceUnavailableError } from '@app/platform';
import { isOwnFailure } from './database-errors.js';

const failed = (query: string, code: string) =>
  new QueryFailedError(query, [], Object.assign(new Error(code), { code }));

describe('isOwnFailure', () => {
  it.each([
    ['an error in the work of the transaction', new TypeError('no such property'), true],
    ['a statement that the database refuses', failed('INSERT', 'ER_SIGNAL_EXCEPTION'), true],
    ['a deadlock', failed('UPDATE', 'ER_LOCK_DEADLOCK'), true],
    ['a commit that a cluster has rolled back', failed('COMMIT', 'ER_LOCK_DEADLOCK'), true],
    ['a commit of which nothing is known', failed('COMMIT', 'ER_UNKNOWN_ERROR'), false],
    ['a lost connection', failed('UPDATE', 'PROTOCOL_CONNECTION_LOST'), false],
    ['a row that stays locked', failed('INSERT', 'ER_LOCK_WAIT_TIMEOUT'), false],
    ['a database that is too slow', new ServiceUnavailableError('too slow'), false],
  ])('of %s', (_, error, expected) => {
    expect(isOwnFailure(error)).toBe(expected);
  });
});
