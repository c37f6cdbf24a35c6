import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, MIGRATIONS, revert } from '@app/database';
import type { ApplyFileDto } from '@app/apply';
import { freePort } from '../../../tools/private-server.js';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { withTestDataSource } from '../../support/open-data-source.js';
import {
  applyByCommand,
  clientOf,
  eventually,
  latchkey,
  ServerProcess,
} from '../../support/server-process.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const DAY = { name: 'Day', duration: { unit: 'days', amount: 1 } };
const DEMO_STEPS = [
  'POST /card/login',
  'POST /card/heartbeat',
  'POST /card/ticket',
  'POST /card/consume',
  'GET /card/config',
  'POST /card/logout',
  'GET /remote/variables/motd',
  'GET /remote/variables/tips',
  'POST /remote/data/KEY',
  'GET /remote/data/KEY',
  'POST /remote/data/KEY',
  'DELETE /remote/data/KEY',
  'POST /remote/functions/add/call',
  'GET /software/config',
  'GET /software/notice',
  'GET /software/version/latest',
  'POST /user/register',
  'POST /user/login',
  'POST /user/heartbeat',
  'POST /user/logout',
  'POST /user/password',
  'POST /trial/login',
  'POST /trial/heartbeat',
  'POST /trial/logout',
];
const PAOJIAOYUN_STEPS = ['/v1/card/login', '/v1/card/logout', '/v1/af/remote_data', '/v1/af/remote_data'];
const APPLICATION = { card_types: [DAY], cards: [{ card: 'C', card_type: 'Day' }] };

describe('latchkey', () => {
  let database: TestDatabase;
  let server: ServerProcess | undefined;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await server?.kill();
    server = undefined;
    await database.drop();
  });

  const start = async (more: Record<string, string> = {}) =>
    (server = await ServerProcess.start({ ...database.environment, ...more }));
  const run = (...args: string[]) => latchkey(database.environment, args);
  const file = (content: string) => {
    const path = join(database.environment.DATA_DIR, 'apply.json');
    writeFileSync(path, content);
    return path;
  };
  const snapshot = () => withTestDataSource(database.environment, snapshotTables);

  describe('create-admin', () => {
    it('creates an owner who can sign in with the printed password, while a server runs', async () => {
      const running = await start();
      const { code, stdout, stderr } = await run('create-admin', 'Second@Example.com');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const password = stdout.trim().split('\n').at(-1)!;
      const admin = new AdminClient(running.url);
      expect(await admin.signIn('second@example.com', password)).toMatchObject({
        status: 200,
        body: { email: 'second@example.com', role: 'owner' },
      });
    });

    it.each([
      ['no-address', 'no-address is not an email address'],
      [OWNER.email, `The administrator ${OWNER.email} already exists`],
    ])('refuses %s', async (email, words) => {
      await start();
      const before = await snapshot();
      const { code, stdout, stderr } = await run('create-admin', email);
      expect({ code, stdout, stderr: stderr.trim() }).toEqual({ code: 1, stdout: '', stderr: words });
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('apply', () => {
    it.each(['a file', 'standard input'])(
      'of %s makes an application that a running server serves',
      async (from) => {
        const running = await start();
        const content = JSON.stringify({ applications: [{ name: 'New', ...APPLICATION }] });
        const finished =
          from === 'a file'
            ? await run('apply', file(content))
            : await latchkey(database.environment, ['apply', '-'], content);
        expect(finished).toMatchObject({ code: 0, stderr: '' });
        const client = clientOf(running, (JSON.parse(finished.stdout) as ApplyFileDto).applications[0]!);
        await eventually(async () => {
          const { code } = await client.post('/card/login', { card: 'C', device_id: 'D' });
          if (code !== 10230) expect(code).toBe(0);
          return code === 0 || undefined;
        });
      },
    );

    it('creates the database with --new', async () => {
      const { code, stdout } = await run('apply', '--new', file('{"applications":[{"name":"First"}]}'));
      expect(code).toBe(0);
      expect(await run('apply', file(stdout))).toMatchObject({ code: 0, stdout });
    });

    it('that freezes a card ends its sessions on a running server', async () => {
      const application = await applyByCommand(database.environment, APPLICATION);
      const client = clientOf(await start(), application);
      const { result } = await client.post('/card/login', { card: 'C', device_id: 'D' });
      const beat = () => client.post('/card/heartbeat', { card: 'C', token: String(result!.token) });
      expect(await beat()).toMatchObject({ code: 0 });
      await applyByCommand(database.environment, { cards: [{ card: 'C', card_type: 'Day', frozen: true }] });
      await eventually(async () => {
        const { code } = await beat();
        if (code !== 0) expect(code).toBe(10214);
        return code === 10214 || undefined;
      });
    });

    it('that rotates a secret is noticed by a running server', async () => {
      const application = await applyByCommand(database.environment, APPLICATION);
      const running = await start();
      const rotated = await applyByCommand(database.environment, { app_secret: 'R'.repeat(32) });
      const ask = async (of: typeof rotated) =>
        (await clientOf(running, of).get('/card/config', { card: 'C' })).code;
      await eventually(async () => (await ask(rotated)) === 0 || undefined);
      expect(await ask(application)).toBe(10010);
    });

    it.each([
      ['{"applications":[{"name":"App","colour":1}]}', 'applications[0].colour is not a known field'],
      [
        '{"applications":[{"name":"App","cards":[{"card":"new","card_type":"Year"}]}]}',
        'applications[0].cards[0].card_type',
      ],
      ['{"applications":', 'The file is not valid JSON'],
    ])('refuses %s', async (content, place) => {
      await applyByCommand(database.environment, { name: 'App', ...APPLICATION });
      const before = await snapshot();
      const { code, stdout, stderr } = await run('apply', file(content));
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^Nothing was applied:\n {2}- /);
      expect(stderr).toContain(place);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(await snapshot()).toEqual(before);
    });
  });

  describe('the name of a file', () => {
    const folder = () => database.environment.DATA_DIR;
    const long = (length: number) => join(folder(), 'x'.repeat(length));
    const none = () => join(folder(), 'none', 'file');
    const migrateNew = () => withTestDataSource(database.environment, migrate);
    const key = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };

    it.each<[command: string, name: () => string, words: (path: string) => string]>([
      ['apply', () => '', () => 'Specify a file name.'],
      ['apply', none, (path) => `The file cannot be read: ${path}: no such file or folder`],
      ['apply', folder, (path) => `The file cannot be read: ${path}: it is a folder`],
      ['apply', () => long(300), (path) => `The file cannot be read: ${path}: the name is too long`],
      ['backup', () => '', () => 'Specify a file name.'],
      ['backup', () => '-', () => 'Specify a file; standard input and output are not supported.'],
      ['backup', none, (path) => `The backup cannot be written: ${path}: no such file or folder`],
      ['backup', folder, (path) => `There is a folder ${path} already`],
      ['backup', () => long(300), (path) => `The backup cannot be written: ${path}: the name is too long`],
      ['restore', () => '', () => 'Specify a file name.'],
      ['restore', () => '-', () => 'Specify a file; standard input and output are not supported.'],
      ['restore', none, (path) => `The backup cannot be read: ${path}: no such file or folder`],
      ['restore', folder, (path) => `The backup cannot be read: ${path}: it is a folder`],
      ['restore', () => long(300), (path) => `The backup cannot be read: ${path}: the name is too long`],
    ])('%s gets a readable message when it cannot be used (%#)', async (command, name, words) => {
      if (command === 'backup') await migrateNew();
      const before = readdirSync(folder());
      const { code, stdout, stderr } = await latchkey({ ...database.environment, ...key }, [command, name()]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.trim().endsWith(words(name()))).toBe(true);
      expect(stderr).not.toMatch(/^\s+at |E[A-Z]{4,}/m);
      expect(readdirSync(folder())).toEqual(before);
    });

    it('of a backup may be as long as a name can be', async () => {
      await migrateNew();
      for (const command of [['backup'], ['restore', '--check']]) {
        const finished = await latchkey({ ...database.environment, ...key }, [...command, long(255)]);
        expect(finished).toMatchObject({ code: 0, stderr: '' });
      }
    });
  });

  describe('demo', () => {
    it('runs repeatedly', async () => {
      const PORT = String(await freePort());
      await start({ PORT });
      for (let time = 0; time < 2; time++) {
        const { code, stdout, stderr } = await latchkey({ ...database.environment, PORT }, ['demo']);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const calls = [...stdout.matchAll(/^(GET|POST|DELETE) \/api\/client\/v1(\S+)$/gm)];
        const steps = calls.map(
          ([, method, path]) => `${method} ${path!.replace(/demo-[a-z0-9]{8}/, 'KEY')}`,
        );
        expect(steps).toEqual(DEMO_STEPS);
        const familySteps = [...stdout.matchAll(/^POST (\/v1\/\S+)$/gm)].map(([, path]) => path);
        expect(familySteps).toEqual(PAOJIAOYUN_STEPS);
        expect(stdout.split('  signed by         md5\n')).toHaveLength(PAOJIAOYUN_STEPS.length + 1);
        const answers = stdout.match(/^ {2}answer {12}\{"code":0,/gm);
        expect(answers).toHaveLength(DEMO_STEPS.length + PAOJIAOYUN_STEPS.length);
        const [, key_id] = / {2}key_id {5}([\w-]{16})\n/.exec(stdout)!;
        expect(stdout.split(`  signed by         ${key_id}\n`)).toHaveLength(DEMO_STEPS.length + 1);
        expect(stdout).toContain('"check":"f65f2bc6704b044c5804cf89bd6b88f7"');
        expect(stdout).toContain('"return":"5"');
        expect(stdout).toContain(String.raw`"features":"{\"seats\":3,\"tips\":true}"`);
        expect(stdout).toContain('"version":"v1.1.0"');
        expect(stdout).toMatch(/canonical string {2}app_key=[a-z0-9]{20}&card=DEMO-CARD-[a-z0-9]{8}&/);
      }
    });

    it('explains how to start a server when none runs', async () => {
      const PORT = String(await freePort());
      const { code, stderr } = await latchkey({ ...database.environment, PORT }, ['demo']);
      expect(code).toBe(1);
      expect(stderr).toContain(
        `No Latchkey server responds at http://127.0.0.1:${PORT}. Start it with npm start`,
      );
    });
  });

  it('migrate and revert report their result', async () => {
    const names = MIGRATIONS.map(({ name }) => name);
    expect(await run('migrate', '--new')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `Migrated: ${names.join(', ')}\n`,
    });
    expect(await run('migrate')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
    const refused = await run('revert');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`then run: revert ${names.at(-1)}`);
    expect(await run('revert', names.at(-1)!)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `Reverted: ${names.at(-1)}\n`,
    });
    const again = await run('revert', names.at(-1)!);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain(
      `${names.at(-1)} is not the newest migration. The newest migration is ${names.at(-2)};`,
    );
    // Runs in this process, since starting a process takes a second.
    await withTestDataSource(database.environment, async (dataSource) => {
      while (await revert(dataSource));
    });
    expect(await run('revert')).toMatchObject({
      code: 0,
      stdout: 'There is no migration to revert.\n',
    });
  });

  it.each([[['no-such-command']], [['apply']], [['migrate', '--no-such-option']]])(
    'refuses %j with a word on standard error',
    async (args) => {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^error: /);
    },
  );
});
