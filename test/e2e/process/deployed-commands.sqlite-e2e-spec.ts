import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { AdminClient } from '../../support/admin-client.js';
import { ServerProcess } from '../../support/server-process.js';
import { shippedFile } from '../../support/shipped-file.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const ROOT = join(import.meta.dirname, '../../..');
const DEPLOY = join(ROOT, 'deploy');
const DAY_SEC = 24 * 3600;
/** Only root can switch to another account. */
const IS_ROOT = process.getuid?.() === 0;
const ACCOUNT = IS_ROOT ? 'nobody' : userInfo().username;
const has = (tool: string) => spawnSync(tool, ['--version']).error === undefined;

(has('setpriv') ? describe : describe.skip)('what deploy/ has beside the unit', () => {
  let database: TestDatabase;
  let folder: string;
  let backups: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'latchkey-deployed-'));
    backups = join(folder, 'backups');
    mkdirSync(backups);
    const { DATA_DIR, ...settings } = database.environment;
    const unit = shippedFile('latchkey.service', [
      [/^User=.*/m, `User=${ACCOUNT}`],
      [/^WorkingDirectory=.*/m, `WorkingDirectory=${ROOT}`],
      [/^Environment=DATA_DIR=.*/m, `Environment=DATA_DIR=${DATA_DIR}`],
      [/^EnvironmentFile=.*/m, `EnvironmentFile=${join(folder, 'latchkey.env')}`],
    ]);
    writeFileSync(join(folder, 'latchkey.service'), unit);
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    // Characters that a shell would interpret.
    const file = ['# settings', '', ...lines, 'ADMIN_PASSWORD="a $HOME `id` %d"', 'OTHER=$(false) ; exit 7'];
    writeFileSync(join(folder, 'latchkey.env'), `${file.join('\n')}\n`, { mode: 0o600 });
    giveToAccount();
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  function giveToAccount(): void {
    chmodSync(folder, 0o755);
    if (IS_ROOT) execFileSync('chown', ['-R', ACCOUNT, database.environment.DATA_DIR, backups]);
  }

  /** Returns the command that runs a program as the account of the unit. */
  function asAccount(program: string): [string, ...string[]] {
    return IS_ROOT ? ['setpriv', `--reuid=${ACCOUNT}`, '--clear-groups', program] : [program];
  }

  /** Runs a command in an empty folder, without Latchkey's settings. */
  function run(command: string, args: string[], input = '', given: Record<string, string> = {}) {
    const PATH = [DEPLOY, process.env.PATH].join(delimiter);
    const env = { PATH, LATCHKEY_UNIT: join(folder, 'latchkey.service'), ...given };
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      env,
      input,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  /** Starts the server, which creates the database, and runs `work` while it runs. */
  async function withServer(work: (server: ServerProcess) => Promise<unknown> = async () => undefined) {
    const server = await ServerProcess.start(database.environment);
    giveToAccount();
    await work(server);
    await server.stop();
  }

  it('the wrapper works on the database of the service, as its account', async () => {
    await withServer(async ({ url }) => {
      const made = run('latchkey', ['create-admin', 'second@example.com']);
      expect(made).toMatchObject({ status: 0, stderr: '' });
      const password = made.stdout.trim().split('\n').at(-1)!;
      const admin = new AdminClient(url);
      expect(await admin.signIn('second@example.com', password)).toMatchObject({ status: 200 });
    });
    const applied = run('latchkey', ['apply', '-'], '{"applications":[{"name":"New"}]}');
    expect(applied).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(folder).toSorted()).toEqual(['backups', 'latchkey.env', 'latchkey.service']);
  });

  describe('the wrapper', () => {
    const UNIT = 'reporting.service';
    /** A program in place of the command line tool, which reports how it was started. */
    const REPORT = 'console.log(JSON.stringify({ parent: process.ppid, env: process.env }))';
    beforeEach(() => {
      cpSync(join(ROOT, 'tools/launch.mjs'), join(folder, 'tools/launch.mjs'));
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      mkdirSync(join(folder, 'dist/apps/cli/src'), { recursive: true });
      writeFileSync(join(folder, 'dist/apps/cli/src/main.js'), REPORT);
      const unit = shippedFile('latchkey.service', [
        [/^User=.*/m, `User=${ACCOUNT}`],
        [/^WorkingDirectory=.*/m, `WorkingDirectory=${folder}`],
        [/^EnvironmentFile=.*/m, `EnvironmentFile=${join(folder, 'latchkey.env')}`],
      ]);
      writeFileSync(join(folder, UNIT), unit);
      execFileSync('chmod', ['-R', 'a+rX', 'tools', 'dist', UNIT], { cwd: folder });
    });

    function report(command: string, args: string[], given: Record<string, string> = {}) {
      const unit = { LATCHKEY_UNIT: join(folder, UNIT) };
      const { status, stdout, stderr } = run(command, args, '', { ...unit, ...given });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return JSON.parse(stdout) as { parent: number; env: Record<string, string> };
    }

    it('takes the settings as systemd does', () => {
      appendFileSync(
        join(folder, UNIT),
        `[Service]\nEnvironment="METRICS_PORT=9464" 'TITLE=two words'\nEnvironment=A=1 B="x y"\n` +
          `EnvironmentFile=-${join(folder, 'does-not-exist.env')}\n`,
      );
      expect(report('latchkey', []).env).toMatchObject({
        METRICS_PORT: '9464',
        TITLE: 'two words',
        A: '1',
        B: 'x y',
        ADMIN_PASSWORD: 'a $HOME `id` %d',
        OTHER: '$(false) ; exit 7',
      });
    });

    it('keeps the settings of systemd in a unit that cannot read the file', () => {
      const [command, ...args] = asAccount('latchkey');
      if (!IS_ROOT) chmodSync(join(folder, 'latchkey.env'), 0);
      const given = { INVOCATION_ID: 'a', DATA_DIR: '/srv/latchkey' };
      expect(report(command, args, given).env).toMatchObject({
        DATA_DIR: '/srv/latchkey',
        NODE_ENV: 'production',
      });
    });

    it('takes the changes of systemctl edit in a unit that cannot read the file', () => {
      appendFileSync(join(folder, UNIT), '[Service]\nEnvironment=DATA_DIR=/srv/big\n');
      if (!IS_ROOT) chmodSync(join(folder, 'latchkey.env'), 0);
      const [command, ...args] = asAccount('latchkey');
      expect(report(command, args, { INVOCATION_ID: 'a' }).env).toMatchObject({ DATA_DIR: '/srv/big' });
    });

    it('runs the version in another folder, with the settings of the service', () => {
      const other = join(folder, 'other version');
      cpSync(join(folder, 'tools'), join(other, 'tools'), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules'), join(other, 'node_modules'));
      mkdirSync(join(other, 'dist/apps/cli/src'), { recursive: true });
      writeFileSync(join(other, 'dist/apps/cli/src/main.js'), `process.env.VERSION = 'other'; ${REPORT}`);
      execFileSync('chmod', ['-R', 'a+rX', other]);
      const { env } = report('latchkey', [], { LATCHKEY_FOLDER: other });
      expect(env).toMatchObject({ VERSION: 'other', NODE_ENV: 'production' });
    });

    it('leaves no launcher, which would end the command together with the shell that started it', () => {
      expect(report('latchkey', []).parent).toBe(process.pid);
    });
  });

  it('the wrapper creates no database when the service has none yet', () => {
    expect(run('latchkey', ['migrate'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no Latchkey database'),
    });
    expect(readdirSync(database.environment.DATA_DIR)).toEqual([]);
  });

  it('the backup of the timer is complete, and replaces old ones, also through a symbolic link', async () => {
    const [program, , days] = /^ExecStart=(.*)$/m
      .exec(shippedFile('latchkey-backup.service', []))![1]!
      .split(' ');
    const command = program!.replace('/usr/local/bin', DEPLOY);
    const old = (name: string, age: number) => {
      const path = join(backups, name);
      writeFileSync(path, '');
      const at = Date.now() / 1000 - age * DAY_SEC;
      utimesSync(path, at, at);
      return name;
    };
    const [expired, kept, foreign] = [
      old('latchkey-1.jsonl.gz', Number(days) + 2),
      old('latchkey-2.jsonl.gz', Number(days) - 1),
      old('other.gz', Number(days) + 2),
    ];
    const partOf = (age: number) => old(`${randomUUID()}.part`, age);
    partOf(3);
    const running = partOf(0);
    giveToAccount();
    const linked = join(folder, 'linked');
    symlinkSync(backups, linked);

    // If the backup fails, old backups are kept; the partial file of a killed backup is deleted.
    expect(run(command, [linked, days!]).status).not.toBe(0);
    expect(readdirSync(backups).toSorted()).toEqual([expired, kept, foreign, running].toSorted());

    await withServer();
    expect(run(command, [linked, days!])).toMatchObject({ status: 0, stderr: '' });
    const names = readdirSync(backups);
    expect(names).toEqual(expect.arrayContaining([kept, foreign, running]));
    expect(names).not.toContain(expired);
    const made = names.filter((name) => /^latchkey-\d{4}-\d\d-\d\dT\d{6}Z\.jsonl\.gz$/.test(name));
    expect(made).toHaveLength(1);
    expect(run('latchkey', ['restore', '--check', join(backups, made[0]!)])).toMatchObject({ status: 0 });
  });

  (has('systemd-analyze') ? it : it.skip)('systemd takes the units, with the settings of the service', () => {
    const service = shippedFile('latchkey-backup.service', [
      [/\/usr\/local\/bin/, DEPLOY],
      [/^User=.*/m, `User=${userInfo().username}`],
    ]);
    writeFileSync(join(folder, 'latchkey-backup.service'), service);
    writeFileSync(join(folder, 'latchkey-backup.timer'), shippedFile('latchkey-backup.timer', []));
    const paths = ['latchkey-backup.service', 'latchkey-backup.timer'].map((name) => join(folder, name));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
      encoding: 'utf8',
    });
    expect(stderr.split('\n').filter((line) => line.includes('latchkey-backup'))).toEqual([]);
    expect(status).toBe(0);
    // The wrapper takes the other settings from the unit of the service, with the changes of systemctl edit.
    const unit = shippedFile('latchkey.service', []);
    const shared = (text: string) => text.match(/^(?:User|Environment|EnvironmentFile)=.*$/gm);
    expect(shared(shippedFile('latchkey-backup.service', []))).toEqual(
      shared(unit)!.filter((line) => !line.startsWith('Environment=')),
    );
  });
});
