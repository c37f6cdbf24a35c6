import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate, MIGRATIONS, schemaAt, type TableShape } from '@app/database';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { clientThen, fillAsThen, KEY_THEN, rowsOf, THEN } from '../../support/migration-fixtures.js';
import type { Parameters, SignedClient } from '../../support/signed-client.js';
import { createTestDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

/** Lists of the admin API, and the tables that they show. */
const LISTS = {
  '/applications': 'applications',
  '/card-types': 'card_types',
  '/cards': 'cards',
  '/users': 'users',
  '/devices': 'devices',
  '/sessions': 'sessions',
  '/variables': 'variables',
  '/data': 'remote_data',
  '/functions': 'functions',
  '/versions': 'software_versions',
  '/card-jobs': 'card_jobs',
  '/blocks': 'blocks',
};

/**
 * How the test's clients change the number of rows: each login adds a session, and unbinding by password removes a
 * device.
 */
const SINCE: Record<string, (count: number) => number> = {
  sessions: (count) => (count > 1 ? 2 : 1),
  devices: () => -1,
};

/** Returns an application's old row in today's form: `response_signature` was once a switch, and is now a setting. */
function inNewTerms(row: Record<string, unknown>): Record<string, unknown> {
  const { response_signature: signs } = row;
  return typeof signs === 'string' ? row : { ...row, response_signature: signs ? 'digest' : 'off' };
}

describe.each(MIGRATIONS.map(({ name }, index) => [name, index + 1] as const))(
  'A database at %s, with rows of that time,',
  (_, count) => {
    let database: TestDatabase;
    let shapes: TableShape[];
    let server: TestServer;
    let client: SignedClient;
    let before: Awaited<ReturnType<typeof rowsOf>>;

    beforeAll(async () => {
      database = await createTestDatabase();
      await fillAsThen(database, count);
      shapes = await schemaAt(count);
      before = await rowsOf(database, shapes);
    });
    afterAll(() => server?.stop());

    const has = (table: string) => (before[table]?.length ?? 0) > 0;
    const code = async (path: string, parameters: Parameters) => (await client.post(path, parameters)).code;

    it('keeps every value of every table when it is migrated', async () => {
      expect(shapes.filter(({ name }) => !has(name))).toEqual([]);
      const dataSource = await openTestDataSource(database.environment);
      expect(await migrate(dataSource)).toEqual(MIGRATIONS.slice(count).map(({ name }) => name));
      await dataSource.destroy();
      const after = await rowsOf(database, shapes);
      // On MySQL a migration takes the lock of a server, which deletes the rows of dead server processes.
      const isLocked = ENGINE === 'mysql' && count < MIGRATIONS.length;
      const dead = isLocked && has('server_processes') && { server_processes: [] };
      expect({ ...after, applications: undefined }).toEqual({ ...before, ...dead, applications: undefined });
      expect(after.applications).toEqual(before.applications!.map(inNewTerms));
    });

    it('lets a server start, and clients continue', async () => {
      server = await TestServer.start(KEY_THEN, database);
      client = clientThen(server);
      const heartbeat = (card: string, token: string) => code('/card/heartbeat', { card, token });
      expect(await heartbeat('OPEN', THEN.cardToken)).toBe(0);
      expect(await heartbeat('OPEN', THEN.endedToken)).toBe(10214);
      expect(await client.post('/card/login', { card: 'OPEN', device_id: 'pc' })).toMatchObject({
        code: 0,
        result: { expires_ts: 1_773_230_400 },
      });
      expect(await code('/card/login', { card: 'FROZEN', device_id: 'pc ' })).toBe(10212);
      expect(await code('/card/login', { card: 'EXPIRED', device_id: 'pc' })).toBe(10210);
      expect(await code('/card/recharge', { card: 'OPEN', use_card: 'SPENT' })).toBe(10241);
      expect(await code('/card/recharge', { card: 'OPEN', use_card: 'UNUSED' })).toBe(0);
      expect(await client.get('/card/config', { card: 'OPEN' })).toMatchObject({
        result: { config: '{"a":1}' },
      });
      expect(await code('/card/unbind-by-password', { card: 'OPEN', password: THEN.unbindPassword })).toBe(0);
      expect(await client.get('/software/notice')).toMatchObject({ result: { notice: '公告 😀' } });
    });

    if (count > 1) {
      it('has the users and the remote data', async () => {
        const { username } = THEN.alice;
        expect(await code('/user/heartbeat', { username, token: THEN.userToken })).toBe(0);
        expect(await code('/user/login', { ...THEN.alice, device_id: 'pc' })).toBe(0);
        expect(await client.get('/remote/variables/motd')).toMatchObject({ result: { value: '值' } });
        expect(await client.get('/remote/data/score')).toMatchObject({ result: { value: '100' } });
        // A call starts a function worker, which takes long, so only one version is tested.
        if (count > 2) return;
        expect(await client.post('/remote/functions/add/call', { params: '[2,3]' })).toMatchObject({
          result: { return: '5' },
        });
      });
    }

    it('is administered: sign-in, every list, the history of functions', async () => {
      const admin = new AdminClient(server.url);
      const { email, password } = has('admins') ? THEN.boss : OWNER;
      expect(await admin.signIn(email, password)).toMatchObject({ status: 200, body: { role: 'owner' } });
      for (const [path, table] of Object.entries(LISTS)) {
        const { status, headers } = await admin.list(path);
        const shown = Number(headers.get('content-range')?.split('/')[1]);
        const expected = before[table]?.length ?? 0;
        expect({ path, status, shown }).toEqual({
          path,
          status: 200,
          shown: expected + (SINCE[table]?.(count) ?? 0),
        });
      }
      if (has('variables')) {
        const { body } = await admin.list<{ version: number }>('/variables/1/versions');
        const values = await Promise.all(
          body.map(async ({ version }) => (await admin.get(`/variables/1/versions/${version}`)).body),
        );
        expect(values[0]).toMatchObject({ value: before['variables']![0]!['value'] });
      }
      if (has('functions')) {
        const { body } = await admin.list('/functions/4/versions');
        expect(body.map(({ version }) => version)).toContain(6);
      }
    });

    if (count > 2) {
      it('keeps its API tokens, and reports an interrupted job as not done', async () => {
        const shop = AdminClient.withToken(server.url, THEN.apiToken);
        expect(await shop.get('/cards/1')).toMatchObject({ status: 200, body: { note: 'of a friend' } });
        expect(await shop.get('/cards/9')).toMatchObject({ status: 404 });
        expect(await shop.get('/card-jobs/2')).toMatchObject({ body: { status: 'failed' } });
      });
    }
  },
);
