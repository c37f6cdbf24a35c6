import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { globSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ApplicationDto } from '@app/apply';
import { applyByCommand, clientOf, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

const ROOT = join(import.meta.dirname, '../../..');
/** Maximum size of an installation in MB, without Node (143 MB). The measured size is 86 MB. */
const MOST_MB = 110;

/** Returns the size in MB of the files that match the patterns. */
function sizeOf(folder: string, patterns: string[], exclude: string[] = []): number {
  const files = globSync(patterns, { cwd: folder, exclude }).map((path) => lstatSync(join(folder, path)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / 1e6;
}

/** The files at the top of a checkout that npm and the build read. */
const SETTINGS = ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'nest-cli.json'];
/** Folders that an installation needs only for a build. */
const SOURCES = ['apps', 'libs', 'docs', 'sdks'];

/** Creates an installation as in docs/install.md: built and pruned in a checkout. */
(ENGINE === 'sqlite' ? describe : describe.skip)('an install that npm run prune has made small', () => {
  let folder: string;
  let database: TestDatabase;
  let application: ApplicationDto;
  let server: ServerProcess;
  beforeAll(async () => {
    // On the same file system as the packages, which are linked and not copied.
    folder = mkdtempSync(join(ROOT, 'dist/.production-'));
    execFileSync('cp', ['-a', '--link', join(ROOT, 'node_modules'), folder]);
    // Other suites write to .compiled at the same time.
    const built = readdirSync(join(ROOT, 'dist')).filter((name) => !/^\.(production-|compiled)/.test(name));
    mkdirSync(join(folder, 'dist'));
    copy('.', [...SETTINGS, ...SOURCES, 'admin-ui', 'portal-ui', 'tools']);
    copy('dist', built);
    // Copied, since npm rewrites this file and must not change the linked file.
    rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true });
    const env = { ...process.env, npm_config_offline: 'true' };
    execFileSync(process.execPath, [process.env.npm_execpath!, 'run', 'prune'], { cwd: folder, env });

    database = await createTestDatabase();
    const functions = [{ name: 'double', source: 'function double(n) { return n * 2; }' }];
    application = await applyByCommand(database.environment, { functions });
    server = await ServerProcess.start({ ...database.environment, NODE_ENV: 'production' }, folder);
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Copies files of a folder of this checkout with their times, by which the build recognizes changed sources. */
  function copy(from: string, names: string[]): void {
    const paths = names.map((name) => join(ROOT, from, name));
    execFileSync('cp', ['-a', ...paths, join(folder, from)]);
  }

  it('contains only packages of the server', () => {
    const own = ['node_modules/node-*/**'];
    expect(sizeOf(folder, ['dist/**', 'node_modules/**'], own)).toBeLessThan(MOST_MB);
    const tools = ['typescript', '@typescript', 'vite', 'react', '@mui', 'jest', '@nestjs/cli', '@swc'];
    expect(
      globSync(
        tools.map((name) => `node_modules/${name}/**/*.js`),
        { cwd: folder },
      ),
    ).toEqual([]);
    const prebuilt = globSync('node_modules/{better-sqlite3,isolated-vm}/prebuilds/*', { cwd: folder });
    expect(prebuilt.filter((path) => !path.includes(process.arch))).toEqual([]);
  });

  it.each(['/health/ready', '/admin/', '/docs'])('answers %s', async (path) => {
    expect((await fetch(`${server.url}${path}`)).status).toBe(200);
  });

  it('runs remote functions, which need a native binary', async () => {
    const client = clientOf(server, application);
    const answer = await client.post('/remote/functions/double/call', { params: '[21]' });
    expect(answer).toMatchObject({ code: 0, result: { return: '42' } });
  });

  it.each(['in the checkout', 'copied without the sources'])(
    'has the command line tool, which needs no build, %s',
    (place) => {
      if (place !== 'in the checkout')
        for (const name of SOURCES) rmSync(join(folder, name), { recursive: true });
      const help = execFileSync('npm', ['run', '--silent', 'latchkey', '--', '--help'], {
        cwd: folder,
        encoding: 'utf8',
      });
      expect(help).toContain('Usage: latchkey');
    },
  );
});
