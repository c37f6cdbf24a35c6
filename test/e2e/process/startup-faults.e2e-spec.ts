import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { revert } from '@app/database';
import { freePort } from '../../../tools/private-server.js';
import { applyHere } from '../../support/apply-here.js';
import { openTestDataSource, withTestDataSource } from '../../support/open-data-source.js';
import { type Finished, latchkey, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

describe('a server that cannot start reports why, and by its exit status whether a setting is wrong:', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const environment = (more: Record<string, string> = {}) => ({ ...database.environment, ...more });
  const dataDir = () => database.environment.DATA_DIR;

  it('the port is taken', async () => {
    const server = await ServerProcess.start(environment());
    const { port } = new URL(server.url);
    const other = await createTestDatabase();
    expectMessage(
      await ServerProcess.fail({ ...other.environment, PORT: port }),
      [`127.0.0.1, PORT ${port}`, 'EADDRINUSE'],
      1,
    );
    expectMessage(
      await ServerProcess.fail({ ...other.environment, METRICS_PORT: port }),
      [`METRICS_PORT ${port}`, 'EADDRINUSE'],
      1,
    );
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    await server.stop();
    await other.drop();
  });

  it('another server process has the database, until it is gone', async () => {
    const first = await ServerProcess.start(environment());
    expectMessage(await ServerProcess.fail(environment()), ['Another server process', 'Stop it'], 1);
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
    await first.kill();
    const second = await ServerProcess.start(environment());
    await second.stop();
  });

  it('the address does not belong to this machine', async () => {
    expectMessage(
      await ServerProcess.fail(environment({ HOST: '192.0.2.1' })),
      ['HOST 192.0.2.1', 'EADDRNOTAVAIL'],
      1,
    );
  });

  it('settings are wrong, all of which it names', async () => {
    const bad = {
      PORT: '70000',
      DATABASE_URL: 'postgres://localhost/latchkey',
      LOG_LEVEL: 'loud',
      ENCRYPTION_KEY: 'c2hvcnQ=',
      TRUST_PROXY: 'loopback, example.com',
      SESSION_RETENTION_DAYS: 'ten',
    };
    for (const finished of [
      await ServerProcess.fail(environment(bad)),
      await latchkey(environment(bad), ['migrate']),
    ]) {
      expectMessage(
        finished,
        Object.keys(bad).map((variable) => `\n  - ${variable} must `),
      );
      expect(finished.stdout).toBe('');
    }
  });

  it.each([
    ['NODE_ENV', 'Production', 'must be one of production'],
    ['HOST', '127.0.0.1:80', 'must be an IP address or a host name'],
    ['REDIS_URL', 'redis://127.0.0.1:99999', 'has an invalid port'],
    ['DATABASE_URL', 'mysql://me:%ZZ@127.0.0.1/latchkey', 'write % as %25'],
    ['DATABASE_URL', 'mysql://me:topsecret@127.0.0.1:99999/latchkey', 'has an invalid port'],
    ['METRICS_TOKEN_FILE', '/dev/zero', 'not a regular file'],
  ])('%s=%s is wrong', async (variable, text, words) => {
    expectMessage(await ServerProcess.fail(environment({ [variable]: text })), [`  - ${variable} `, words]);
  });

  it.each(['127.0.0.1', 'localhost'])('the database server cannot be reached at %s', async (host) => {
    // The server itself waits: see startup-wait.
    const url = `mysql://someone:topsecret@${host}:${await freePort()}/latchkey`;
    const finished = await latchkey(environment({ DATABASE_URL: url }), ['migrate']);
    expectMessage(finished, ['The database cannot be opened', 'ECONNREFUSED'], 1);
    expect(finished.stderr).not.toContain('topsecret');
  });

  it('the data folder cannot be made', async () => {
    writeFileSync(join(dataDir(), 'file'), '');
    const folder = join(dataDir(), 'file', 'data');
    for (const finished of [
      await ServerProcess.fail(environment({ DATA_DIR: folder })),
      await latchkey(environment({ DATA_DIR: folder }), ['apply', '--new', '-'], '{"applications":[]}'),
    ]) {
      expectMessage(finished, [folder, 'ENOTDIR']);
    }
  });

  if (ENGINE === 'sqlite') {
    it('the name of the data folder is too long', async () => {
      const folder = join(dataDir(), 'x'.repeat(300));
      expectMessage(await ServerProcess.fail(environment({ DATA_DIR: folder })), [
        'DATA_DIR',
        'name is too long',
      ]);
    });
  }

  it('the database was made by a newer version', async () => {
    await latchkey(environment(), ['migrate', '--new']);
    const dataSource = await openTestDataSource(database.environment);
    await dataSource.query(
      "INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'Newer9000000000000')",
    );
    await dataSource.destroy();
    for (const finished of [
      await ServerProcess.fail(environment()),
      await latchkey(environment(), ['migrate']),
      await latchkey(environment(), ['revert', '--yes']),
      await latchkey(environment(), ['apply', '--new', '-'], '{"applications":[]}'),
    ]) {
      expectMessage(finished, ['made by a newer version of Latchkey', 'Newer9000000000000']);
    }
  });

  if (ENGINE === 'sqlite') {
    it('the file is not a database', async () => {
      writeFileSync(join(dataDir(), 'latchkey.sqlite'), 'no database at all'.repeat(100));
      expectMessage(await ServerProcess.fail(environment()), [
        'The database cannot be opened',
        'not a database',
      ]);
    });
  }

  if (ENGINE === 'sqlite') {
    it('makes a world-readable database private, and reports it', async () => {
      await (await ServerProcess.start(environment())).stop();
      const path = join(dataDir(), 'latchkey.sqlite');
      chmodSync(path, 0o644);
      chmodSync(dataDir(), 0o755);
      const server = await ServerProcess.start(environment());
      await server.logged(`Other accounts on this machine can access ${path} (mode 644): it is 600 now`);
      for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
      await server.stop();
    });
  }

  describe('the encryption key', () => {
    const keyFile = () => join(dataDir(), 'secret.key');

    it('is made at the first start, for its owner alone', async () => {
      await (await ServerProcess.start(environment())).stop();
      expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    });

    it('is not the key of the database', async () => {
      const { app_key } = await applyHere(environment(), {});
      const other = randomBytes(32).toString('base64');
      for (const finished of [
        await ServerProcess.fail(environment({ ENCRYPTION_KEY: other })),
        await latchkey(
          environment({ ENCRYPTION_KEY: other }),
          ['apply', '-'],
          '{"applications":[{"name":"New"}]}',
        ),
      ]) {
        expectMessage(finished, [
          `The secret of application ${app_key} was encrypted with another key`,
          'ENCRYPTION_KEY',
          'secret.key',
        ]);
      }
    });

    it('is lost: nothing is written, and no other key is made', async () => {
      await applyHere(environment(), {});
      await withTestDataSource(environment(), async (dataSource) => {
        // As an earlier version has left it: the start would migrate first.
        await revert(dataSource);
      });
      const key = readFileSync(keyFile());
      rmSync(keyFile());
      const rows = ['SELECT * FROM migrations', 'SELECT * FROM applications'];
      const state = () =>
        withTestDataSource(environment(), async (dataSource) => {
          const found: unknown[] = [];
          for (const sql of rows) found.push(await dataSource.query(sql));
          return found;
        });
      const before = await state();
      for (const finished of [
        await ServerProcess.fail(environment()),
        await latchkey(environment(), ['migrate']),
        await latchkey(environment(), ['apply', '--new', '-'], '{"applications":[{"name":"New"}]}'),
      ]) {
        expectMessage(finished, ['ENCRYPTION_KEY', 'secret.key', dataDir(), 'nothing was changed']);
      }
      expect(existsSync(keyFile())).toBe(false);
      expect(await state()).toEqual(before);

      writeFileSync(keyFile(), key, { mode: 0o600 });
      await (await ServerProcess.start(environment())).stop();
    });

    it('is damaged', async () => {
      writeFileSync(keyFile(), 'c2hvcnQ=');
      for (const finished of [
        await ServerProcess.fail(environment()),
        await latchkey(environment(), ['apply', '--new', '-'], '{"applications":[]}'),
      ]) {
        expectMessage(finished, [keyFile(), 'does not contain 32 bytes', 'backup']);
      }
    });
  });
});

/** One message for people on standard error, all of these words in it, and no stack anywhere. */
function expectMessage({ code, stdout, stderr }: Finished, words: string[], status = 78): void {
  for (const part of words) expect(stderr).toContain(part);
  expect(code).toBe(status);
  expect(stderr + stdout).not.toMatch(/^\s+at |node:internal|\.js:\d+|\.ts:\d+/m);
  const [, ...more] = stderr.trim().split('\n');
  expect(more.filter((line) => !line.startsWith('  - '))).toEqual([]);
}
