import { beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'bcrypt';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AuditRecord, Card, Device, User } from '@app/database';
import { AdminClient } from '../../support/admin-client.js';
import { CardJobs } from '../../support/card-jobs.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { TestServer } from '../../support/test-server.js';

const JSON_TYPE = 'application/json';
const DAY = 86_400_000;
const MANY = { type: { max_devices: 5, max_sessions: 5 } };
const ALICES_DEVICE = 'S-1-5-21-1004336348-1177238915-682003330-512';
const PASSWORD = 'old secret';
const MD5 = createHash('md5').update(PASSWORD).digest('hex');
const ARGON2ID = expect.stringMatching(/^\$argon2id\$/);

type Rows = Record<string, unknown>[];

describe('jobs that import cards and users with their state', () => {
  const server = TestServer.forSuite();
  const admin = AdminClient.forSuite(server);
  let bcrypt: string;
  beforeAll(async () => {
    bcrypt = (await hash(PASSWORD, 10)).replace('$2b$', '$2y$');
  });

  const iso = (ms: number) => new Date(ms).toISOString();
  const importRows = (jobs: CardJobs, rows: Rows, query: Record<string, string> = {}) =>
    jobs.ended(jobs.importState(JSON.stringify(rows), query, JSON_TYPE));
  const update = { existing: 'update' };
  const userOf = (jobs: CardJobs, username: string) =>
    server.dataSource.manager.findOneByOrFail(User, { applicationId: jobs.applicationId, username });
  const logIn = (jobs: CardJobs, username: string, password = PASSWORD, device_id = 'D1') =>
    jobs.app.client.post('/user/login', { username, password, device_id });
  const devicesOf = async (holderKind: 'card' | 'user', holderId: number) =>
    (
      await server.dataSource.manager.find(Device, { where: { holderKind, holderId }, order: { id: 'ASC' } })
    ).map(({ deviceId }) => deviceId);
  const codesOf = async (jobs: CardJobs, id: number) =>
    (await jobs.report(id)).map(({ line, card, outcome, problem }) => [
      line,
      card,
      outcome,
      (problem as { code: string }).code,
    ]);

  it('keep the state of each card', async () => {
    const now = server.clock.now();
    const jobs = await CardJobs.create(server, admin, { type: { max_devices: 2, max_sessions: 5 } });
    const end = now + 10 * DAY;
    const file = [
      'card,state,activated_at,expires_at,remaining_seconds,devices,note,batch,frozen',
      'NEW,,,,,,,,',
      `RUNS,active,${iso(now - DAY)},${iso(end)},,D1;D2,a customer,Old,no`,
      'LEFT,,,,3600,,,,',
      `OVER,expired,,${Math.floor((now - DAY) / 1000)},,D1,,,`,
      `ICE,active,,${iso(end)},,D1,,,yes`,
    ];
    const job = await jobs.ended(jobs.importState(file.join('\r\n')));
    expect(job).toMatchObject({
      kind: 'import_state',
      status: 'done',
      total: 5,
      progress: 5,
      input: { preset: 'plain', format: 'csv', existing: 'skip', dryRun: false, lines: 5 },
      result: { created: 5, updated: 0, unchanged: 0, exists: 0, duplicate: 0, invalid: 0 },
    });
    expect(await jobs.report(job.id)).toEqual([]);

    const { result } = await jobs.app.login('D1', 'RUNS');
    expect(result).toMatchObject({ expires_ts: Math.floor(end / 1000) });
    expect(await jobs.app.login('D2', 'RUNS')).toMatchObject({ code: 0 });
    expect(await jobs.app.login('D3', 'RUNS')).toMatchObject({ code: 10217 });
    expect(await jobs.app.devices('RUNS')).toEqual(['D1', 'D2']);
    expect(await jobs.app.row('RUNS')).toMatchObject({
      status: 'activated',
      activatedAt: now - DAY,
      expiresAt: end,
      note: 'a customer',
      batch: 'Old',
      durationAmount: 30,
    });
    expect(await jobs.app.row('NEW')).toMatchObject({
      status: 'unused',
      activatedAt: null,
      batch: `#${job.id}`,
    });
    expect(await jobs.app.login('D1', 'NEW')).toMatchObject({ code: 0 });
    expect((await jobs.app.row('NEW')).activatedAt).toBeGreaterThanOrEqual(now);
    const left = await jobs.app.row('LEFT');
    expect(left.expiresAt! - left.activatedAt!).toBe(3_600_000);
    expect(await jobs.app.login('D1', 'LEFT')).toMatchObject({ code: 0 });
    expect(await jobs.app.login('D1', 'OVER')).toMatchObject({ code: 10210 });
    expect(await jobs.app.login('D1', 'ICE')).toMatchObject({ code: 10212 });

    const where = { resource: 'card-jobs', recordId: String(job.id) };
    const [record] = await server.dataSource.manager.findBy(AuditRecord, where);
    expect(record).toMatchObject({ action: 'import_state' });
    expect(JSON.parse(record!.after!)).toMatchObject({ created: 5, lines: 5 });
  });

  it('keep the uses that are left, and the types of rows', async () => {
    const jobs = await CardJobs.create(server, admin, {
      types: { Counted: { uses: 10 }, Forever: { duration: { unit: 'permanent' } } },
    });
    const job = await importRows(jobs, [
      { card: 'FEW', card_type: 'Counted', state: 'active', remaining_seconds: 60, uses_left: 3 },
      { card: 'MORE', card_type: 'Counted', uses_left: 25 },
      { card: 'EVER', card_type: 'Forever', state: 'active', activated_at: 1_600_000_000 },
      { card: 'NONE', card_type: 'Lost' },
      { card: 'PLAIN', uses_left: 1 },
    ]);
    expect(job.result).toMatchObject({ created: 3, invalid: 2 });
    expect(await codesOf(jobs, job.id)).toEqual([
      [4, 'NONE', 'invalid', 'unknown_row_card_type'],
      [5, 'PLAIN', 'invalid', 'uses_not_counted'],
    ]);
    expect((await jobs.app.login('D1', 'FEW')).result).toMatchObject({ uses_left: 3 });
    expect((await jobs.app.login('D1', 'MORE')).result).toMatchObject({ uses_left: 25 });
    expect(await jobs.app.login('D1', 'EVER')).toMatchObject({ code: 0 });
    expect(await jobs.app.row('EVER')).toMatchObject({ activatedAt: 1_600_000_000_000, expiresAt: null });
  });

  describe('users', () => {
    it('log in with their old password, whose hash the first login replaces with a hash of Latchkey', async () => {
      const jobs = await CardJobs.create(server, admin);
      const end = server.clock.now() + DAY;
      const job = await importRows(jobs, [
        { username: 'alice', password_hash: bcrypt, expires_at: iso(end), devices: ['D1'], card: 'C-ALICE' },
        { username: 'bob', password_hash: MD5.toUpperCase(), expires_at: iso(end), frozen: true },
        { username: 'carol', password_hash: MD5, state: 'expired' },
      ]);
      expect(job).toMatchObject({ status: 'done', result: { created: 3 } });
      const alice = await userOf(jobs, 'alice');
      expect(alice.passwordHash).toBe(bcrypt);
      expect(await devicesOf('user', alice.id)).toEqual(['D1']);
      expect(await jobs.app.row('C-ALICE')).toMatchObject({
        status: 'consumed',
        consumedByKind: 'user',
        consumedById: alice.id,
      });
      expect(await jobs.app.login('D1', 'C-ALICE')).toMatchObject({ code: 10218 });

      expect(await logIn(jobs, 'alice', 'wrong one')).toMatchObject({ code: 10243 });
      expect((await userOf(jobs, 'alice')).passwordHash).toBe(bcrypt);
      expect(await logIn(jobs, 'alice')).toMatchObject({
        code: 0,
        result: { expires_ts: Math.floor(end / 1000) },
      });
      expect((await userOf(jobs, 'alice')).passwordHash).toEqual(ARGON2ID);
      expect(await logIn(jobs, 'alice')).toMatchObject({ code: 0 });
      expect(await logIn(jobs, 'alice', 'wrong one')).toMatchObject({ code: 10243 });
      expect(await devicesOf('user', alice.id)).toEqual(['D1']);

      expect(await logIn(jobs, 'bob')).toMatchObject({ code: 10252 });
      expect((await userOf(jobs, 'bob')).passwordHash).toEqual(ARGON2ID);
      expect(await logIn(jobs, 'carol', MD5.slice(0, 30))).toMatchObject({ code: 10243 });
      expect(await logIn(jobs, 'carol')).toMatchObject({ code: 10250 });
    });

    it('can change their old password', async () => {
      const jobs = await CardJobs.create(server, admin);
      await importRows(jobs, [{ username: 'alice', password_hash: MD5, remaining_seconds: 60 }]);
      const change = { username: 'alice', password: PASSWORD, new_password: 'new secret' };
      expect(await jobs.app.client.post('/user/password', change)).toMatchObject({ code: 0 });
      expect(await logIn(jobs, 'alice')).toMatchObject({ code: 10243 });
      expect(await logIn(jobs, 'alice', 'new secret')).toMatchObject({ code: 0 });
    });

    it('can send several first logins concurrently', async () => {
      const jobs = await CardJobs.create(server, admin, MANY);
      await importRows(jobs, [
        { username: 'alice', password_hash: bcrypt, remaining_seconds: 3600 },
        { username: 'bob', password_hash: MD5, remaining_seconds: 3600 },
      ]);
      for (const name of ['alice', 'bob']) {
        const answers = await Promise.all(
          ['D0', 'D1', 'D2', 'D3'].map((id) => logIn(jobs, name, PASSWORD, id)),
        );
        expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
        expect((await userOf(jobs, name)).passwordHash).toEqual(ARGON2ID);
      }
    });

    it('never reveal the old hash', async () => {
      const jobs = await CardJobs.create(server, admin);
      const { id } = await importRows(jobs, [
        { username: 'alice', password_hash: bcrypt, remaining_seconds: 60 },
        { username: 'bob', password_hash: `${bcrypt}x`, remaining_seconds: 60 },
      ]);
      const filter = { applicationId: jobs.applicationId };
      const seen = [
        await admin.get(`/card-jobs/${id}`),
        await admin.get(`/card-jobs/${id}/report`),
        await admin.list('/users', { filter }),
        await admin.list('/audit-log', { filter }),
      ];
      for (const { status, text } of seen) {
        expect(status).toBe(200);
        expect(text).not.toContain(bcrypt.slice(7));
      }
      expect(await codesOf(jobs, id)).toEqual([[2, 'bob', 'invalid', 'password_hash_unknown']]);
    });

    it('need a password and a free card', async () => {
      const jobs = await CardJobs.create(server, admin, { cards: ['MINE'] });
      const { id } = await importRows(jobs, [
        { username: 'alice', remaining_seconds: 60 },
        { username: 'bob', remaining_seconds: 60, password_hash: MD5, card: 'MINE' },
      ]);
      expect(await codesOf(jobs, id)).toEqual([
        [1, 'alice', 'invalid', 'user_password_missing'],
        [2, 'bob', 'exists', 'card_exists'],
      ]);
      expect(await server.dataSource.manager.countBy(User, { applicationId: jobs.applicationId })).toBe(0);
    });
  });

  describe('cards that were unused in an earlier import', () => {
    const cardsIn = async (jobs: CardJobs, ...keys: string[]) =>
      Promise.all(keys.map(async (key) => jobs.app.row(key)));
    const register = (jobs: CardJobs, username: string, card: string) =>
      jobs.app.client.post('/user/register', { username, password: PASSWORD, card, device_id: 'D9' });
    const recharge = (jobs: CardJobs, username: string, card: string) =>
      jobs.app.client.post('/user/recharge', { username, card });

    it('become consumed by the new user who used them elsewhere', async () => {
      const jobs = await CardJobs.create(server, admin);
      const saturday = [
        { card: 'USED', note: 'sold', batch: 'B', issued: true },
        { card: 'ICE', frozen: true },
        { card: 'RUNS', remaining_seconds: 60 },
        { card: 'FREE' },
      ];
      await importRows(jobs, saturday);
      const activatedAt = server.clock.now();
      const [soldAt] = (await cardsIn(jobs, 'USED')).map(({ issuedAt }) => issuedAt);
      server.clock.advance(60);
      const expiresAt = server.clock.now() + 10 * DAY;
      const times = { activated_at: iso(activatedAt), expires_at: iso(expiresAt) };
      const sunday = [
        { username: 'alice', card: 'USED', password_hash: MD5, ...times, devices: ['D1'] },
        { username: 'bob', card: 'ICE', password_hash: MD5, ...times },
        { username: 'carol', card: 'RUNS', password_hash: MD5, ...times },
      ];
      const before = await jobs.cards();
      const skipped = await importRows(jobs, sunday);
      expect(skipped.result).toMatchObject({ created: 0, exists: 3 });
      expect(await jobs.cards()).toEqual(before);

      const { id, result } = await importRows(jobs, sunday, update);
      expect(result).toMatchObject({ created: 1, exists: 2 });
      expect(await codesOf(jobs, id)).toEqual([
        [2, 'bob', 'exists', 'card_exists'],
        [3, 'carol', 'exists', 'card_exists'],
      ]);
      const alice = await userOf(jobs, 'alice');
      expect(alice).toMatchObject({ status: 'activated', activatedAt, expiresAt });
      expect(await devicesOf('user', alice.id)).toEqual(['D1']);
      const [used, ...others] = await cardsIn(jobs, 'USED', 'ICE', 'RUNS', 'FREE');
      expect(used).toMatchObject({
        status: 'consumed',
        activatedAt: null,
        expiresAt: null,
        consumedByKind: 'user',
        consumedById: alice.id,
        consumedAt: activatedAt,
        note: 'sold',
        batch: 'B',
        issuedAt: soldAt,
        updatedAt: server.clock.now(),
      });
      expect(others).toEqual(before.slice(1));

      expect(await logIn(jobs, 'alice')).toMatchObject({ code: 0 });
      expect(await register(jobs, 'mallory', 'USED')).toMatchObject({ code: 10240 });
      expect(await recharge(jobs, 'alice', 'USED')).toMatchObject({ code: 10241 });
      expect(await jobs.app.login('D1', 'USED')).toMatchObject({ code: 10218 });
      expect((await importRows(jobs, sunday, update)).result).toMatchObject({ created: 0, unchanged: 1 });
    });

    it.each([['before'], ['after']])('are frozen when KeyAuth shows their users, %s these', async (order) => {
      const jobs = await CardJobs.create(server, admin);
      const keyauth = (rows: Rows, query: Record<string, string> = {}) =>
        importRows(jobs, rows, { preset: 'keyauth', ...query });
      const key = (name: string, fields = {}) => ({ key: name, expiry: 30, status: 'Not Used', ...fields });
      // The report shortens a longer key to this name.
      const long = 'L'.repeat(64);
      await keyauth([key('K-USED'), key('K-FREE'), key(long)]);
      const used = (name: string) => key(name, { status: 'Used', usedon: '1700000000', usedby: 'bob' });
      const keys = [used('K-USED'), used('K-LOST'), used(`${long}L`)];
      const users = [
        { username: 'bob', password: bcrypt, hwid: 'D1', banned: null },
        { user: 'bob', subscription: 'default', expiry: '2051222400' },
      ];

      const skipped = await keyauth([...keys, key('K-FREE')]);
      expect(skipped.result).toMatchObject({ exists: 1, invalid: 3 });
      expect(await jobs.app.row('K-USED')).toMatchObject({ status: 'unused', frozen: false });
      const dry = await keyauth(keys, { ...update, dryRun: 'true' });
      expect(await jobs.app.row('K-USED')).toMatchObject({ status: 'unused', frozen: false });

      if (order === 'after') await keyauth(users, update);
      const real = await keyauth(keys, update);
      if (order === 'before') await keyauth(users, update);
      expect(real).toMatchObject({ status: 'done', result: { updated: 1, invalid: 2 } });
      expect(await jobs.report(real.id)).toEqual(await jobs.report(dry.id));
      expect(await codesOf(jobs, real.id)).toEqual([
        [1, 'K-USED', 'updated', 'used_card_frozen'],
        [2, 'K-LOST', 'invalid', 'used_by_user'],
        [3, long, 'invalid', 'used_by_user'],
      ]);
      const [frozen, ...others] = await cardsIn(jobs, 'K-USED', 'K-FREE', long);
      expect(frozen).toMatchObject({ status: 'unused', frozen: true, updatedAt: server.clock.now() });
      for (const other of others) expect(other).toMatchObject({ status: 'unused', frozen: false });

      expect(await logIn(jobs, 'bob')).toMatchObject({ code: 0 });
      const { expiresAt } = await userOf(jobs, 'bob');
      expect(await recharge(jobs, 'bob', 'K-USED')).toMatchObject({ code: 10240 });
      expect(await register(jobs, 'mallory', 'K-USED')).toMatchObject({ code: 10240 });
      expect((await userOf(jobs, 'bob')).expiresAt).toBe(expiresAt);
      // A card that was frozen before is not reported as frozen by the import.
      expect((await keyauth([...keys, key('K-FREE')], update)).result).toMatchObject({
        updated: 0,
        unchanged: 1,
        invalid: 3,
      });
    });

    it.each([['before'], ['after']])(
      'get the state of their user if KeyAuth lists them as a user, %s the keys',
      async (order) => {
        const jobs = await CardJobs.create(server, admin);
        const keyauth = (rows: Rows, query: Record<string, string> = {}) =>
          importRows(jobs, rows, { preset: 'keyauth', ...query });
        const [extended, banned, neverExtended] = ['EXTENDED', 'BANNED', 'NEVER-EXTENDED'].map((name) =>
          name.padEnd(30, '-K'),
        ) as [string, string, string];
        const names = [extended, banned, neverExtended];
        const unused = names.map((key) => ({ key, expires: 30 * 86_400, status: 'Not Used' }));
        await keyauth(unused);
        const start = Math.floor(server.clock.now() / 1000) - 40 * 86_400;
        const keys = unused.map((row) => ({ ...row, status: 'Used', usedon: start, usedby: row.key }));
        const end = Math.floor(server.clock.now() / 1000) + 300 * 86_400;
        const users = [extended, banned].flatMap((user) => [
          { username: user, password: bcrypt, hwid: 'D1', banned: user === banned ? 'chargeback' : null },
          { user, subscription: 'default', expiry: String(end) },
        ]);

        if (order === 'after') await keyauth(keys, update);
        await keyauth(users, update);
        const token = await jobs.app.open('D1', extended);
        if (order === 'before')
          expect((await keyauth(keys, update)).result).toMatchObject({ updated: 1, unchanged: 2 });

        const times = { status: 'activated', expiresAt: end * 1000 };
        expect(await jobs.app.row(extended)).toMatchObject({ ...times, frozen: false });
        expect(await jobs.app.row(banned)).toMatchObject({ ...times, frozen: true });
        expect(await jobs.app.lives(token, extended)).toBe(true);
        expect(await jobs.app.devices(extended)).toEqual(['D1']);
        // The keys alone show that this one was used.
        expect(await jobs.app.row(neverExtended)).toMatchObject({
          status: 'activated',
          activatedAt: start * 1000,
          expiresAt: (start + 30 * 86_400) * 1000,
        });
      },
    );

    it('are consumed only once while customers use them', async () => {
      const jobs = await CardJobs.create(server, admin);
      const names = Array.from({ length: 10 }, (_, i) => `C${i}`);
      await importRows(
        jobs,
        names.map((card) => ({ card })),
      );
      const rows = names.map((card, i) => ({
        username: `u${i}`,
        card,
        password_hash: MD5,
        remaining_seconds: 3600,
      }));
      const [job, ...registered] = await Promise.all([
        importRows(jobs, rows, update),
        ...names.map((card, i) => register(jobs, `other${i}`, card)),
      ]);
      const accepted = registered.filter(({ code }) => code === 0).length;
      expect(job.result).toMatchObject({ created: 10 - accepted, exists: accepted });
      const consumers = (await jobs.cards()).map(({ status, consumedById }) => [status, consumedById]);
      expect(consumers.map(([status]) => status)).toEqual(Array(10).fill('consumed'));
      expect(new Set(consumers.map(([, id]) => id)).size).toBe(10);
      const { applicationId } = jobs;
      expect(await server.dataSource.manager.countBy(User, { applicationId })).toBe(10);
    });
  });

  it('change nothing in a dry run, and report the same', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['C1', 'C2'] });
    const token = await jobs.app.open('D1', 'C1');
    const rows = [
      { card: 'C1', frozen: true, devices: ['D2'] },
      { card: 'C2', note: 'n', devices: ['D9'] },
      { card: 'C3', remaining_seconds: 60, devices: ['D1'] },
      { card: 'C4', state: 'lost' },
      { username: 'alice', card: 'C5', password_hash: MD5, remaining_seconds: 60 },
    ];
    const tables = async () => {
      const { card_jobs: _, ...others } = await snapshotTables(server.dataSource);
      return others;
    };
    await server.dataSource.manager.update(Card, { applicationId: jobs.applicationId }, { note: null });
    const before = await tables();
    const dry = await importRows(jobs, rows, { ...update, dryRun: 'true' });
    expect(await tables()).toEqual(before);
    expect(dry).toMatchObject({ status: 'done', progress: 5, input: { dryRun: true } });
    expect(await jobs.app.lives(token)).toBe(true);

    const real = await importRows(jobs, rows, update);
    expect(real.result).toEqual(dry.result);
    expect(real.result).toMatchObject({ created: 2, updated: 2, invalid: 1 });
    expect(await jobs.report(real.id)).toEqual(await jobs.report(dry.id));
    expect(await jobs.app.lives(token)).toBe(false);
    expect(await tables()).not.toEqual(before);
  });

  it('change nothing when the same file is imported again', async () => {
    const jobs = await CardJobs.create(server, admin, { types: { Counted: { uses: 10 } } });
    const rows = [
      { card: 'NEW', note: 'n', batch: 'B' },
      { card: 'RUNS', expires_at: iso(server.clock.now() + DAY), devices: ['D1'], frozen: false },
      { card: 'LEFT', remaining_seconds: 3600, activated_at: 1_600_000_000 },
      { card: 'OVER', state: 'expired' },
      { card: 'FEW', card_type: 'Counted', uses_left: 3 },
      { username: 'alice', card: 'C-ALICE', password_hash: bcrypt, remaining_seconds: 3600 },
    ];
    expect(await importRows(jobs, rows)).toMatchObject({ result: { created: 6 } });
    await jobs.app.open('D1', 'NEW');
    await logIn(jobs, 'alice');
    server.clock.advance(60);
    const rowsOf = async () => [
      await jobs.cards(),
      await server.dataSource.manager.findBy(User, { applicationId: jobs.applicationId }),
      await server.dataSource.manager.findBy(Device, { applicationId: jobs.applicationId }),
    ];
    const before = await rowsOf();
    const again = await importRows(jobs, rows, update);
    expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
    expect((await codesOf(jobs, again.id)).map(([, , outcome]) => outcome)).toEqual(
      Array(6).fill('unchanged'),
    );
    const skipped = await importRows(jobs, rows);
    expect(skipped.result).toMatchObject({ exists: 6, unchanged: 0 });
    expect(await rowsOf()).toEqual(before);
  });

  it('neither change nor create KeyAuth users whose subscriptions are in another part of the file', async () => {
    const jobs = await CardJobs.create(server, admin);
    const user = (username: string) => ({ username, password: bcrypt, hwid: 'D1' });
    const end = Math.floor(server.clock.now() / 1000) + 300 * 86_400;
    const of = (name: string) => ({ user: name, subscription: 'default', expiry: end });
    const keyauth = (...rows: Rows) => importRows(jobs, rows, { preset: 'keyauth', ...update });
    await keyauth(user('alice'), of('alice'));
    expect(await logIn(jobs, 'alice')).toMatchObject({ code: 0 });
    const before = await userOf(jobs, 'alice');

    const part = await keyauth(user('alice'), user('bob'), user('carol'), of('carol'), of('dave'));
    expect(part.result).toMatchObject({ created: 1, updated: 0, invalid: 2 });
    expect(await codesOf(jobs, part.id)).toEqual([
      [1, 'alice', 'invalid', 'subscriptions_missing'],
      [2, 'bob', 'invalid', 'subscriptions_missing'],
    ]);
    expect(await userOf(jobs, 'alice')).toEqual(before);
    const { applicationId } = jobs;
    expect(await server.dataSource.manager.countBy(User, { applicationId })).toBe(2);
  });

  it('update cards, and end only the sessions that are no longer allowed', async () => {
    const jobs = await CardJobs.create(server, admin, { ...MANY, cards: ['A', 'B', 'C', 'D', 'E'] });
    const tokens = new Map<string, string>();
    for (const card of ['A', 'B', 'C', 'D']) tokens.set(card, await jobs.app.open('D1', card));
    tokens.set('C2', await jobs.app.open('D2', 'C'));
    expect(await jobs.app.recharge('E', 'A')).toMatchObject({ code: 0 });
    const later = server.clock.now() + 99 * DAY;
    const job = await importRows(
      jobs,
      [
        { card: 'A', frozen: true },
        {
          card: 'B',
          state: 'expired',
          expires_at: iso(server.clock.now() - DAY),
          activated_at: 1_600_000_000,
        },
        { card: 'C', devices: ['D2', 'D3'] },
        { card: 'D', expires_at: iso(later), note: 'longer' },
        { card: 'E', note: 'consumed here' },
      ],
      update,
    );
    expect(job.result).toMatchObject({ updated: 4, exists: 1 });
    expect((await jobs.report(job.id)).map(({ card, reason }) => [card, reason])).toEqual([
      ['A', 'changed: frozen'],
      ['B', 'changed: state'],
      ['C', 'changed: devices'],
      ['D', 'changed: state, note'],
      ['E', 'the card was already consumed in this application and cannot be changed'],
    ]);
    const ended = await Promise.all(
      [...tokens].map(async ([name, token]) => [
        name,
        (await jobs.app.sessions(name[0])).some(({ endedAt }) => endedAt === null),
        token,
      ]),
    );
    expect(ended.map(([name, isOpen]) => [name, isOpen])).toEqual([
      ['A', false],
      ['B', false],
      ['C', true],
      ['D', true],
      ['C2', true],
    ]);
    expect(await jobs.app.lives(tokens.get('C2')!, 'C')).toBe(true);
    expect(await jobs.app.lives(tokens.get('C')!, 'C')).toBe(false);
    expect(await jobs.app.heartbeat(tokens.get('D')!, 'D')).toMatchObject({
      code: 0,
      result: { expires_ts: Math.floor(later / 1000) },
    });
    expect(await jobs.app.lives(tokens.get('A')!, 'A')).toBe(false);
    expect(await jobs.app.devices('C')).toEqual(['D2', 'D3']);
    expect(await jobs.app.login('D1', 'B')).toMatchObject({ code: 10210 });
  });

  it('import the example files of the documents', async () => {
    const jobs = await CardJobs.create(server, admin);
    const file = (name: string) =>
      readFile(join(import.meta.dirname, '../../../docs/examples', name), 'utf8');
    const plain = await jobs.ended(jobs.importState(await file('plain.csv')));
    expect(plain).toMatchObject({ status: 'done', result: { created: 5, invalid: 0 } });
    expect(await jobs.app.login('PC-7F3A', 'MONTH-0002')).toMatchObject({ code: 0 });
    expect(await jobs.app.login('PC-55AA', 'MONTH-0003')).toMatchObject({ code: 10210 });
    expect(await jobs.app.login('PC-1234', 'MONTH-0004')).toMatchObject({ code: 10212 });
    expect(await logIn(jobs, 'alice', 'password', 'PC-8D01')).toMatchObject({ code: 0 });

    const other = await CardJobs.create(server, admin);
    const keyauth = await other.ended(
      other.importState(await file('keyauth-users.json'), { preset: 'keyauth' }, JSON_TYPE),
    );
    expect(keyauth).toMatchObject({ status: 'done', result: { created: 2, invalid: 0 } });
    const device = 'S-1-5-21-3623811015-3361044348-30300820-1013';
    const card = 'A1B2C3-D4E5F6-G7H8I9-J0K1L2-M3N4O5-P6Q7R8';
    expect(await other.app.login(device, card)).toMatchObject({
      code: 0,
      result: { expires_ts: 2_051_222_400 },
    });
    expect(await logIn(other, 'alice', 'secret1', ALICES_DEVICE)).toMatchObject({ code: 0 });

    const cards = await other.ended(other.importState(await file('dujiaoka.csv'), { preset: 'dujiaoka' }));
    expect(cards).toMatchObject({ status: 'done', result: { created: 3, invalid: 0 } });
    expect(await other.app.row('DJ-2N8P-5RTY-0003')).toMatchObject({ status: 'unused', batch: '季卡' });
  });

  it('mark cards that were sold elsewhere as issued, also in an update', async () => {
    const jobs = await CardJobs.create(server, admin);
    const states = async () =>
      [await jobs.app.row('X1'), await jobs.app.row('X2')].map(({ issuedAt }) => issuedAt);
    const dujiaoka = (x2: number, existing: 'skip' | 'update') =>
      jobs.ended(
        jobs.importState(`carmi,goods_id,status\nX1,Type,2\nX2,Type,${x2}\n`, {
          preset: 'dujiaoka',
          existing,
        }),
      );
    await dujiaoka(1, 'skip');
    const soldAt = server.clock.now();
    expect(await states()).toEqual([soldAt, null]);
    server.clock.advance(1);
    expect(await dujiaoka(2, 'update')).toMatchObject({ result: { updated: 1, unchanged: 1 } });
    expect(await states()).toEqual([soldAt, server.clock.now()]);
  });

  it('import 20,000 rows while others log in', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: ['C1'] });
    const lines = Array.from({ length: 20_000 }, (_, i) => `CARD-${i},${i % 2 ? 3600 : ''},D${i}`);
    const submitted = jobs.importState(`card,remaining_seconds,devices\n${lines.join('\n')}\n`);
    const token = await jobs.app.open('D1', 'C1');
    const { body } = await submitted;
    const beats = jobs.ended(submitted);
    expect(await jobs.app.beatDuring(token, () => beats)).toBeGreaterThan(0);
    const job = await beats;
    expect(job).toMatchObject({
      id: body.id,
      status: 'done',
      progress: 20_000,
      result: { created: 20_000 },
    });
    expect(await jobs.count()).toBe(20_001);
    expect(await server.dataSource.manager.countBy(Device, { applicationId: jobs.applicationId })).toBe(
      20_001,
    );
    expect(await jobs.app.login('D19999', 'CARD-19999')).toMatchObject({ code: 0 });
  });

  it('can be cancelled, and then change nothing', async () => {
    const jobs = await CardJobs.create(server, admin, { cards: [] });
    const file = `card\n${Array.from({ length: 50_000 }, (_, i) => `CARD-${i}`).join('\n')}`;
    const submitted = jobs.importState(file, { requestKey: 'move' });
    const { id } = await jobs.begunOf('import_state');
    expect(await jobs.cancel(id)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect((await jobs.ended(submitted)).status).toBe('cancelled');
    expect(await jobs.count()).toBe(0);
    expect((await jobs.importState(file, { requestKey: 'move' })).body.id).toBe(id);
    const other = await jobs.importState('card\nA\n', { requestKey: 'move' });
    expect(other).toMatchObject({ status: 422, body: { errors: { requestKey: expect.any(String) } } });
  });

  it('report repeated rows, and files with only invalid rows', async () => {
    const jobs = await CardJobs.create(server, admin);
    const some = await jobs.ended(jobs.importState('card,note\n=1+1,\n=1+1,\n,x\nB\n'));
    expect(some).toMatchObject({ status: 'done', result: { created: 1, duplicate: 1, invalid: 2 } });
    const csv = await admin.get(`/card-jobs/${some.id}/report?format=csv`);
    expect(csv.text).toContain(`3,'=1+1,duplicate,the same as line 2\r\n`);
    const none = await jobs.ended(jobs.importState('carte\nA\nB\n'));
    expect(none).toMatchObject({
      status: 'failed',
      failure: { code: 'all_lines_invalid' },
      result: { created: 0, invalid: 2 },
    });
    expect(await codesOf(jobs, none.id)).toEqual([
      [2, '', 'invalid', 'name_missing'],
      [3, '', 'invalid', 'name_missing'],
    ]);
  });

  it.each<[string, string, string, unknown]>([
    ['no rows', 'card\n', 'text/csv', 'contains no rows'],
    ['an empty list', '[]', JSON_TYPE, 'contains no rows'],
    ['a huge line', `card\n${'x'.repeat(70_000)}\n`, 'text/csv', expect.stringContaining('65536 characters')],
    ['a huge object', `[{"card":"${'x'.repeat(70_000)}"}]`, JSON_TYPE, expect.stringContaining('65536')],
    ['deep JSON', `[{"card":${'['.repeat(1_000_000)}`, JSON_TYPE, expect.stringContaining('16 levels')],
    ['other JSON', '["A"]', JSON_TYPE, expect.stringContaining('JSON list of objects')],
    ['two columns with one name', 'card,card\nA,B\n', 'text/csv', 'has two columns with the same name'],
    ['too many rows', `card\n${'A\n'.repeat(100_001)}`, 'text/csv', expect.stringContaining('100000 rows')],
  ])('are refused for %s', async (_, body, type, reason) => {
    const jobs = await CardJobs.create(server, admin);
    expect(await jobs.importState(body, {}, type)).toMatchObject({
      status: 422,
      body: { errors: { body: reason } },
    });
  });

  it('are refused for binary files, other content types and wrong queries', async () => {
    const jobs = await CardJobs.create(server, admin);
    const { applicationId } = jobs;
    const path = `/card-jobs/import-state?applicationId=${applicationId}`;
    const send = (body: unknown, type: string, query = '') =>
      admin.request('POST', path + query, body as string, { 'content-type': type });
    expect(await send('PK\u0003\u0004\u0000"\u0000', 'text/csv')).toMatchObject({ status: 422 });
    expect(await send('card\nA\n', 'text/plain')).toMatchObject({ status: 415 });
    for (const [name, value] of Object.entries({
      preset: 'other',
      existing: 'maybe',
      dryRun: '1',
      colour: 'red',
    }))
      expect(await send('card\nA\n', 'text/csv', `&${name}=${value}`)).toMatchObject({
        status: 422,
        body: { errors: { [name]: expect.any(String) } },
      });
    const job = await jobs.ended(send('{"card":"A","card":"B"}\n{"card":"C"}', JSON_TYPE) as never);
    expect(await codesOf(jobs, job.id)).toEqual([
      [1, 'B', 'invalid', 'field_repeated'],
      [2, 'C', 'invalid', 'card_type_missing'],
    ]);
  });
});
