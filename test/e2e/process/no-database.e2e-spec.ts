import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OWNER } from '../../support/admin-client.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { latchkey, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const MAIN = join(import.meta.dirname, '../../../dist/apps/cli/src/main.js');
const KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 7)).toString('base64');
const FILE = '{"applications":[{"name":"Mine"}]}';

/** Every command that works on an existing database. */
const COMMANDS: [command: string, ...more: string[]][] = [
  ['apply', '-'],
  ['create-admin', OWNER.email],
  ['migrate'],
  ['revert'],
  ['backup', 'copy.jsonl.gz'],
];

describe('latchkey without a database', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'latchkey-elsewhere-'));
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** Runs in a folder other than the server's, without its settings. */
  async function inFolder(args: string[], environment: Record<string, string> = {}) {
    const env = { PATH: process.env.PATH, ...environment };
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env });
    child.stdin.end(FILE);
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'exit') as Promise<[number | null]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, stdout, stderr };
  }

  it.each(COMMANDS)('%s creates none, without DATA_DIR and DATABASE_URL', async (...args) => {
    const { code, stdout, stderr } = await inFolder(args, { ENCRYPTION_KEY: KEY });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      `There is no Latchkey database in ${join(folder, 'data')} (DATA_DIR). Start the server first`,
    );
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('apply and backup create no key either', async () => {
    for (const args of [
      ['apply', '-'],
      ['backup', 'copy.jsonl.gz'],
    ]) {
      expect(await inFolder(args)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('DATA_DIR'),
      });
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(COMMANDS)('%s creates none in the configured database', async (...args) => {
    const environment = { ...database.environment, ENCRYPTION_KEY: KEY };
    const { code, stdout, stderr } = await latchkey(environment, args, FILE);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('There is no Latchkey database');
    expect(stderr).toContain('--new');
    expect(readdirSync(database.environment.DATA_DIR)).toEqual([]);
    const dataSource = await openTestDataSource(database.environment);
    const runner = dataSource.createQueryRunner();
    expect(await runner.hasTable('migrations')).toBe(false);
    await runner.release();
    await dataSource.destroy();
  });

  it('demo explains how to start a server, and creates nothing', async () => {
    const { code, stderr } = await inFolder(['demo'], { PORT: '1' });
    expect(code).toBe(1);
    expect(stderr).toContain('Start it with npm start');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([['apply', '-'], ['create-admin', 'second@example.com'], ['migrate']])(
    '%s creates one with --new, which the server uses',
    async (...args) => {
      expect(await latchkey(database.environment, [...args, '--new'], FILE)).toMatchObject({
        code: 0,
        stderr: '',
      });
      const server = await ServerProcess.start(database.environment);
      await server.stop();
      // The second time, `--new` is not needed.
      if (args[0] === 'apply')
        expect(await latchkey(database.environment, args, FILE)).toMatchObject({ code: 0 });
    },
  );

  it('apply creates no second key for a database whose key is elsewhere', async () => {
    const server = await ServerProcess.start({ ...database.environment, ENCRYPTION_KEY: KEY });
    await server.stop();
    const finished = await latchkey(database.environment, ['apply', '-'], FILE);
    expect(finished).toMatchObject({ code: 1, stdout: '' });
    expect(finished.stderr).toContain('No encryption key was found');
    expect(readdirSync(database.environment.DATA_DIR)).not.toContain('secret.key');
    if (ENGINE === 'sqlite') expect(readdirSync(database.environment.DATA_DIR)).toContain('latchkey.sqlite');
  });
});
