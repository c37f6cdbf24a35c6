import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeError } from './describe-error.js';

const ROOT = join(import.meta.dirname, '../../../..');

describe('describeError', () => {
  it('keeps useful fields, and omits the statement and its values', () => {
    const error = Object.assign(new Error("Duplicate entry 'it's a SECRET-CARD' for key 'ux_cards_card'"), {
      name: 'QueryFailedError',
      code: 'ER_DUP_ENTRY',
      query: 'INSERT INTO cards VALUES (?)',
      parameters: ['SECRET-CARD'],
      driverError: { sql: "INSERT INTO cards VALUES ('SECRET-CARD')" },
    });
    const logged = describeError(error);
    expect(logged).toEqual({
      type: 'QueryFailedError',
      message: "Duplicate entry '…'",
      code: 'ER_DUP_ENTRY',
      stack: expect.stringContaining('describe-error.spec'),
    });
    expect(JSON.stringify(logged)).not.toContain('SECRET');
  });

  it('gives positions in the sources', () => {
    const compiled = pathToFileURL(join(ROOT, 'dist/libs/platform/src/error-message.js'));
    const source = pathToFileURL(join(ROOT, 'libs/platform/src/error-message.ts'));
    const lineOf = (file: URL) =>
      1 +
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('errors.map'));
    const error = Object.assign(new Error('unlucky'), {
      stack: `Error: unlucky\n    at errorMessage (${compiled.href}:${lineOf(compiled)}:9)\n    at file:///no/such/file.js:1:2`,
    });
    expect(describeError(error).stack).toBe(
      `    at errorMessage (${source.href}:${lineOf(source)}:5)\n    at file:///no/such/file.js:1:2`,
    );
  });

  it('describes any thrown value', () => {
    expect(describeError('text')).toEqual({ message: 'text' });
    expect(describeError(undefined)).toEqual({ message: 'undefined' });
    expect(describeError({ statement: 'SECRET', code: 7 })).toEqual({
      type: 'Object',
      message: 'No error, but an object with the fields statement, code',
    });
    expect(describeError(Object.create(null))).toMatchObject({ type: 'Object' });
  });

  it('limits the size of the description', () => {
    const circular = new Error('x'.repeat(10_000));
    circular.cause = circular;
    const many = new AggregateError(Array.from({ length: 1000 }, () => circular));
    expect(JSON.stringify(describeError(many)).length).toBeLessThan(200_000);
  });

  it('does not mistake a line of the message for the stack', () => {
    expect(JSON.stringify(describeError(new Error("bad value '1\n    at SECRET'")))).not.toContain('SECRET');
  });
});
