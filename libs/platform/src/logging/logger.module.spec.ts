import { describe, expect, it } from '@jest/globals';
import { describeError } from './logger.module.js';

describe('describeError', () => {
  it('keeps what helps and leaves out the statement and its values', () => {
    const error = Object.assign(new Error("Duplicate entry 'SECRET-CARD' for key 'ux_cards_card'"), {
      name: 'QueryFailedError',
      code: 'ER_DUP_ENTRY',
      query: 'INSERT INTO cards VALUES (?)',
      parameters: ['SECRET-CARD'],
      driverError: { sql: "INSERT INTO cards VALUES ('SECRET-CARD')" },
    });
    const logged = describeError(error);
    expect(logged).toEqual({
      type: 'QueryFailedError',
      message: "Duplicate entry '…' for key '…'",
      code: 'ER_DUP_ENTRY',
      stack: expect.stringContaining('logger.module.spec'),
    });
    expect(JSON.stringify(logged)).not.toContain('SECRET');
  });

  it('takes anything that was thrown', () => {
    expect(describeError('text')).toEqual({ message: 'text' });
  });
});
