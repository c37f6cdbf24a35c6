import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/private-server.js';
import { AdminClient } from '../../support/admin-client.js';
import { latchkey, ServerProcess } from '../../support/server-process.js';
import { expectStartupFault } from '../../support/startup-fault.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

describe('a server with wrong settings or files reports what is wrong', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const environment = (more: Record<string, string> = {}) => ({ ...database.environment, ...more });
  const dataDir = () => database.environment.DATA_DIR;

  it('the address does not belong to this machine', async () => {
    expectStartupFault(
      await ServerProcess.fail(environment({ HOST: '192.0.2.1' })),
      ['HOST 192.0.2.1', 'EADDRNOTAVAIL'],
      1,
    );
  });

  it('settings are wrong; all are listed', async () => {
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
      expectStartupFault(
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
    expectStartupFault(await ServerProcess.fail(environment({ [variable]: text })), [
      `  - ${variable} `,
      words,
    ]);
  });

  it.each(['127.0.0.1', 'localhost'])('the database server cannot be reached at %s', async (host) => {
    // The command fails at once. The server would wait for the database: see the suite `startup-wait`.
    const url = `mysql://someone:topsecret@${host}:${await freePort()}/latchkey`;
    const finished = await latchkey(environment({ DATABASE_URL: url }), ['migrate']);
    expectStartupFault(finished, ['The database cannot be opened', 'ECONNREFUSED'], 1);
    expect(finished.stderr).not.toContain('topsecret');
  });

  it('the data folder cannot be made', async () => {
    writeFileSync(join(dataDir(), 'file'), '');
    const folder = join(dataDir(), 'file', 'data');
    for (const finished of [
      await ServerProcess.fail(environment({ DATA_DIR: folder })),
      await latchkey(environment({ DATA_DIR: folder }), ['apply', '--new', '-'], '{"applications":[]}'),
    ]) {
      expectStartupFault(finished, [folder, 'ENOTDIR']);
    }
  });

  it('the name of the data folder is too long', async () => {
    const folder = join(dataDir(), 'x'.repeat(300));
    expectStartupFault(await ServerProcess.fail(environment({ DATA_DIR: folder })), [
      'DATA_DIR',
      'name is too long',
    ]);
  });

  it('the file is not a database', async () => {
    writeFileSync(join(dataDir(), 'latchkey.sqlite'), 'no database at all'.repeat(100));
    expectStartupFault(await ServerProcess.fail(environment()), [
      'The database cannot be opened',
      'not a database',
    ]);
  });

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

  it('the encryption key is damaged', async () => {
    const keyFile = join(dataDir(), 'secret.key');
    writeFileSync(keyFile, 'c2hvcnQ=');
    for (const finished of [
      await ServerProcess.fail(environment()),
      await latchkey(environment(), ['apply', '--new', '-'], '{"applications":[]}'),
    ]) {
      expectStartupFault(finished, [keyFile, 'does not contain 32 bytes', 'backup']);
    }
  });
});

it('a server on a platform for which isolated-vm has no native code only refuses functions', async () => {
  const database = await createTestDatabase();
  const nothing = mkdtempSync(join(tmpdir(), 'latchkey-no-addon-'));
  // A call waits for a process for at least twice this time.
  const environment = { ...database.environment, ISOLATED_VM_PREBUILD: nothing, FUNCTION_TIMEOUT_MS: '1000' };
  const server = await ServerProcess.start(environment);
  const owner = await AdminClient.owner(server);
  const { id: applicationId } = await owner.create('/applications', { name: 'App' });
  const call = { applicationId, name: 'f', source: 'function f() {}' };
  expect(await owner.post('/functions/test', call)).toMatchObject({ status: 503 });
  const { stdout } = await server.stop();
  expect(stdout).toContain('A process for remote functions cannot start (No native build was found');
  await database.drop();
  rmSync(nothing, { recursive: true });
});
