import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { logFailure } from '@app/platform';
import { AdminClient } from '../../support/admin-client.js';
import { captureOutput, type Output } from '../../support/captured-output.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import { eventually } from '../../support/server-process.js';
import type { SignedClient } from '../../support/signed-client.js';
import { createTestDatabase } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

interface LoggedError {
  type?: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
}
interface Line {
  level: number;
  msg?: string;
  err?: LoggedError;
  req?: { path: string };
}

const SECRET = 'SECRET-CARD';
const HERE = expect.stringContaining('logged-errors.sqlite-e2e-spec');

class NoLuck extends Error {}

/** Statements that the database refuses, with an inline value and a bound value. */
async function refusedByDatabase({ dataSource }: TestServer): Promise<unknown> {
  const insert = `INSERT INTO server_state (id, colour) VALUES ('${SECRET}', ?)`;
  return dataSource.query(insert, [SECRET]).catch((error: unknown) => error);
}

describe('an unexpected error, in the log', () => {
  let server: TestServer;
  let admin: AdminClient;
  let client: SignedClient;
  let output: Output;
  let ended: Promise<Output>;
  const done = Promise.withResolvers<void>();

  beforeAll(async () => {
    const started = Promise.withResolvers<void>();
    ended = captureOutput(async (soFar) => {
      output = soFar;
      server = await TestServer.start({ LOG_LEVEL: 'error', LOG_FORMAT: 'json' }, await createTestDatabase());
      started.resolve();
      await done.promise;
      await server.stop();
    });
    ended.catch(started.reject);
    await started.promise;
    admin = await AdminClient.owner(server);
    client = await server.client({
      card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 } }],
      cards: [{ card: 'C', card_type: 'Day' }],
    });
  });
  afterAll(async () => {
    done.resolve();
    await ended;
  });

  /** Returns the log line of a request while commits fail. */
  async function lineOf(work: () => Promise<{ status: number }>, thrown: unknown): Promise<Line> {
    const from = output.log.length;
    const { status } = await withFailingCommits(server.dataSource, work, thrown);
    expect(status).toBe(500);
    const text = await eventually(async () => {
      const written = output.log.slice(from);
      return written.endsWith('\n') ? written : undefined;
    });
    expect(text).not.toContain(SECRET);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    return lines.find(({ err }) => err !== undefined)!;
  }

  const change = (thrown: unknown) => lineOf(() => admin.post('/applications', { name: 'New' }), thrown);
  const login = (thrown: unknown) =>
    lineOf(() => client.post('/card/login', { card: 'C', device_id: 'D' }), thrown);

  describe.each([
    ['the admin API', change],
    ['the client API', login],
  ])('of %s', (_, fail) => {
    it('has its type and its stack', async () => {
      const { level, err } = await fail(new NoLuck('no luck'));
      expect({ level, err }).toEqual({
        level: 50,
        err: { type: 'NoLuck', message: 'no luck', stack: HERE },
      });
    });

    it('has its causes and the errors that it combines', async () => {
      const cause = new RangeError('too far', { cause: 'a word' });
      const parts = [new TypeError('left'), 'right'];
      const { err } = await fail(new AggregateError(parts, 'both failed', { cause }));
      expect(err).toEqual({
        type: 'AggregateError',
        message: 'both failed',
        stack: HERE,
        cause: { type: 'RangeError', message: 'too far', stack: HERE, cause: { message: 'a word' } },
        errors: [{ type: 'TypeError', message: 'left', stack: HERE }, { message: 'right' }],
      });
    });

    it('has no statement of the database and no value', async () => {
      const error = await refusedByDatabase(server);
      expect(error).toMatchObject({ query: expect.stringContaining(SECRET), parameters: [SECRET] });
      const { err } = await fail(error);
      expect(err).toMatchObject({ type: 'QueryFailedError', stack: expect.stringMatching(/^\s+at /) });
      expect(err!.message).toMatch(/column/i);
      const wrapped = await fail(new Error('outside', { cause: error }));
      expect(wrapped.err).toMatchObject({ message: 'outside', cause: { type: 'QueryFailedError' } });
    });

    it.each([
      ['a text', 'thrown', { message: 'thrown' }],
      ['nothing', null, { message: 'null' }],
      [
        'an object',
        { sql: SECRET },
        { type: 'Object', message: 'No error, but an object with the fields sql' },
      ],
    ])('is described if it is not an Error: %s', async (_words, thrown, expected) => {
      expect((await fail(thrown)).err).toEqual(expected);
    });
  });

  it('has type and stack, and no value, when a job logs it', async () => {
    const from = output.log.length;
    const error = await refusedByDatabase(server);
    logFailure(new Logger('Job'), 'The job failed', error);
    const quoting = new Error(`Duplicate entry 'it's ${SECRET}' for key 'k'`);
    logFailure(new Logger('Job'), 'The job failed', quoting);
    const text = await eventually(async () => {
      const written = output.log.slice(from);
      return written.split('\n').length > 2 ? written : undefined;
    });
    expect(text).not.toContain(SECRET);
    const [first, second] = text.split('\n').map((line) => (line ? (JSON.parse(line) as Line) : undefined));
    expect(first).toMatchObject({
      msg: expect.stringMatching(/^The job failed: .*column/i),
      err: { type: 'QueryFailedError' },
    });
    expect(second).toMatchObject({
      msg: "The job failed: Duplicate entry '…'",
      err: { type: 'Error', stack: HERE },
    });
  });
});
