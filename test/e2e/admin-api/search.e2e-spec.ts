import { beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { ScheduledJobs } from '@app/cluster';
import { Card, MIGRATIONS, migrate, searchKeys } from '@app/database';
import { UsageWriter } from '@app/usage';
import { AdminClient } from '../../support/admin-client.js';
import { hire, newToken } from '../../support/admin-fixtures.js';
import { CardApplication } from '../../support/card-application.js';
import { CardJobs } from '../../support/card-jobs.js';
import { openTestDataSource, withTestDataSource } from '../../support/open-data-source.js';
import { statementsDuring } from '../../support/recorded-statements.js';
import { ShopClient } from '../../support/shop.js';
import { createTestDatabase } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';
import { TrialApplication } from '../../support/trial-application.js';
import { UserApplication } from '../../support/user-application.js';

interface Result {
  kind: string;
  id: number | null;
  applicationId: number;
  title: string;
  match: string;
  [field: string]: unknown;
}
interface Answer {
  results: Result[];
  more: string[];
  refused: Record<string, unknown>[];
  near: Result[];
}

const KEY = 'AUR-22BG-7KQ2-HU4G';
const ADDRESS = '127.0.0.1';

describe('the search', () => {
  const server = TestServer.forSuite();
  let owner: AdminClient;
  beforeAll(async () => {
    owner = await AdminClient.owner(server);
  });

  const ask = (q: string, as = owner) => as.get<Answer>(`/search?${new URLSearchParams({ q }).toString()}`);
  async function search(q: string, as = owner): Promise<Answer> {
    const { status, body } = await ask(q, as);
    expect({ q, status }).toEqual({ q, status: 200 });
    return body;
  }
  const found = async (q: string, as = owner) =>
    (await search(q, as)).results.map(({ kind, title, match }) => [kind, title, match]);

  describe('for cards', () => {
    let app: CardApplication;
    let applicationId: number;
    beforeAll(async () => {
      const cards = [KEY, 'AUR-22BG-7KQ2-HU4H', 'lower-case_key.1', '张三-001', 'FULL', 'FULL-2'];
      app = await CardApplication.create(server, { cards });
      ({ applicationId } = await app.row(KEY));
    });

    it.each([
      'AUR-22BG-7KQ2-HU4G',
      'aur-22bg-7kq2-hu4g',
      'aur22bg7kq2hu4g',
      'AUR 22BG 7KQ2 HU4G',
      '你好 我的卡密 aur-22bg-7kq2-hu4g 登不上了',
      '我的卡密是aur-22bg-7kq2-hu4g登不上了',
      '"AUR-22BG-7KQ2-HU4G","Month","2026-01-15"',
      'AUR-22BG-\n7KQ2-HU4G',
    ])('finds the complete key in %j', async (q) => {
      expect(await found(q)).toEqual([['card', KEY, 'full']]);
    });

    it.each([
      ['hu4g', [['card', KEY, 'suffix']]],
      ['2-HU4G', [['card', KEY, 'suffix']]],
      ['2hu4g', [['card', KEY, 'suffix']]],
      ['尾号 hu4g 的卡登不上', [['card', KEY, 'suffix']]],
      [
        'aur-22',
        [
          ['card', KEY, 'prefix'],
          ['card', 'AUR-22BG-7KQ2-HU4H', 'prefix'],
        ],
      ],
      ['LOWERCASEKEY1', [['card', 'lower-case_key.1', 'full']]],
      ['ey1', [['card', 'lower-case_key.1', 'suffix']]],
      ['张三', [['card', '张三-001', 'prefix']]],
      ['三001', [['card', '张三-001', 'suffix']]],
      [
        'full',
        [
          ['card', 'FULL', 'full'],
          ['card', 'FULL-2', 'prefix'],
        ],
      ],
    ])('finds %j in %j', async (q, expected) => {
      expect(await found(q)).toEqual(expected);
    });

    it('shows the state, the type and the application', async () => {
      await app.login('D1', KEY);
      await app.change({ frozen: true }, KEY);
      const { id, expiresAt } = await app.row(KEY);
      expect(await search('hu4g')).toEqual({
        results: [
          {
            kind: 'card',
            id,
            applicationId,
            applicationName: app.name,
            title: KEY,
            match: 'suffix',
            matched: 'HU4G',
            status: 'activated',
            frozen: true,
            expiresAt,
            issuedAt: null,
            cardTypeName: 'Type',
            holderKind: null,
            holderId: null,
            holderName: null,
            at: null,
            refusal: null,
          },
        ],
        more: [],
        refused: [],
        near: [],
      });
    });

    it('finds every key of a pasted order, but only a handful of partial matches', async () => {
      const keys = Array.from({ length: 8 }, (_, i) => `MANY-${i}`);
      await CardApplication.create(server, { cards: keys });
      expect((await found(keys.join('\n'))).map(([, title]) => title)).toEqual(keys);
      const { results, more } = await search('many');
      expect([results.length, more]).toEqual([5, ['card']]);
    });

    it('finds cards however they came into the database', async () => {
      const jobs = await CardJobs.create(server, owner);
      const { applicationId, cardTypeId } = jobs;
      await jobs.ended(jobs.import('in-file-qq01\n'));
      await jobs.ended(jobs.importState('card,state\nin-state-qq02,\n'));
      await jobs.ended(jobs.generate({ count: 1, mask: 'GEN-****-qq03', batch: 'Generated' }));
      await owner.create('/orders', { applicationId, cardTypeId, requestKey: 'made', quantity: 1 });
      await jobs.app.change({}, 'applied-qq04');
      const cards: Card[] = await server.dataSource.manager
        .createQueryBuilder(Card, 'card')
        .addSelect(['card.searchKey', 'card.reversedKey'])
        .where({ applicationId })
        .getMany();
      expect(cards).toHaveLength(5);
      for (const { card, searchKey, reversedKey } of cards)
        expect({ card, searchKey, reversedKey }).toEqual({ card, ...searchKeys(card) });
      expect((await found('QQ02'))[0]).toEqual(['card', 'in-state-qq02', 'suffix']);
    });

    it('finds cards a minute after a process of the previous version inserted them during an update', async () => {
      const { id, cardTypeId } = await app.row(KEY);
      const keys = ['---', ...Array.from({ length: 450 }, (_, i) => `old-way-${1000 + i}`)];
      await insertLikeBefore({ applicationId, cardTypeId }, keys);
      expect(await found('way-1449')).toEqual([]);

      server.clock.advance(60);
      await server.get(ScheduledJobs).run('search-keys');
      expect(await found('way-1449')).toEqual([['card', 'old-way-1449', 'suffix']]);
      expect(await found('OLDWAY100')).toHaveLength(5);
      const rows: Record<string, string>[] = await server.dataSource.query(
        'SELECT card, search_key AS searchKey, reversed_key AS reversedKey FROM cards WHERE id > ?',
        [id],
      );
      for (const row of rows) expect(row).toEqual({ card: row.card, ...searchKeys(row.card!) });
      expect(rows.filter(({ searchKey }) => searchKey === '')).toEqual([
        { card: '---', searchKey: '', reversedKey: '' },
      ]);
    });

    /** Inserts cards without the columns of the search. */
    async function insertLikeBefore(
      { applicationId, cardTypeId }: Pick<Card, 'applicationId' | 'cardTypeId'>,
      keys: string[],
    ): Promise<void> {
      const row = "(?, ?, ?, 'unused', 0, 'days', 1, 1, 1, 0, 0, 0, 0)";
      await server.dataSource.query(
        `INSERT INTO cards (application_id, card_type_id, card, status, frozen, duration_unit, duration_amount,
           max_sessions, max_devices, unbinds_used, unbind_failures, created_at, updated_at)
         VALUES ${keys.map(() => row).join(', ')}`,
        keys.flatMap((card) => [applicationId, cardTypeId, card]),
      );
    }
  });

  describe('for other records', () => {
    it('finds users by the beginning of their names', async () => {
      const app = await UserApplication.create(server, { cards: ['U1', 'U2'] });
      expect(await app.register({ username: 'Zoe-of-Rome', card: 'U1' })).toMatchObject({ code: 0 });
      expect(await app.register({ username: 'zoe王', card: 'U2' })).toMatchObject({ code: 0 });
      const { id } = await app.row('Zoe-of-Rome');
      expect((await search('zoe')).results).toMatchObject([
        { kind: 'user', title: 'zoe王', match: 'prefix', status: 'activated', cardTypeName: 'Type' },
        { kind: 'user', id, title: 'Zoe-of-Rome', match: 'prefix' },
      ]);
      expect(await found('用户 zoe王 登不上')).toEqual([['user', 'zoe王', 'full']]);
    });

    it('finds devices that are bound, on trial or refused', async () => {
      const app = await CardApplication.create(server, { cards: ['DEV-CARD'] });
      const { id } = await app.row('DEV-CARD');
      await app.open('DESK-1', 'DEV-CARD');
      expect((await search('desk')).results).toMatchObject([
        { kind: 'device', title: 'DESK-1', holderKind: 'card', holderId: id, holderName: 'DEV-CARD' },
      ]);
      const trials = await TrialApplication.create(server);
      await trials.open('DESK-2');
      expect((await search('我的设备 DESK-2 不能用')).results).toMatchObject([
        { kind: 'device', title: 'DESK-2', match: 'full', holderKind: 'trial', refusal: null },
      ]);
      expect((await app.login('DESK-3', 'DEV-CARD')).code).toBe(10217);
      await server.get(UsageWriter).run();
      expect((await search('DESK-3')).results).toMatchObject([
        {
          kind: 'device',
          title: 'DESK-3',
          holderKind: null,
          refusal: { code: 10217, name: 'DEV-CARD', at: server.clock.now() },
        },
      ]);
    });

    it('finds orders by number, batches by the beginning of their names', async () => {
      const jobs = await CardJobs.create(server, owner, { cards: [{ card: 'B1', batch: 'Spring sale' }] });
      const { applicationId, cardTypeId } = jobs;
      await jobs.app.change({ batch: 'Spring sale' }, 'B2');
      await jobs.app.change({ batch: 'Spring 2' }, 'B3');
      const body = { applicationId, cardTypeId, requestKey: 'ORD-77', quantity: 1 };
      const { id } = await owner.create('/orders', body);
      expect((await search('ord-7')).results).toMatchObject([
        {
          kind: 'order',
          id,
          title: 'ORD-77',
          status: 'issued',
          at: server.clock.now(),
          cardTypeName: 'Type',
        },
      ]);
      const { key } = await jobs.app.createChannel();
      const shop = new ShopClient(server.url, key);
      expect(await shop.order({ order_no: 'WX20260115', card_type: 'Month' })).toMatchObject({ code: 0 });
      expect(await found('订单号：WX20260115')).toEqual([['order', 'WX20260115', 'full']]);
      expect(await found('WX2026')).toEqual([['order', 'WX20260115', 'prefix']]);
      expect(await found('spring')).toEqual([
        ['batch', 'Spring 2', 'prefix'],
        ['batch', 'Spring sale', 'prefix'],
      ]);
    });

    it('finds addresses of sessions and refusals', async () => {
      const app = await CardApplication.create(server, { cards: ['AT-HOME'] });
      await app.open('D1', 'AT-HOME');
      await app.login('D2', 'AT-HOME');
      await server.get(UsageWriter).run();
      const { applicationId, id } = await app.row('AT-HOME');
      const { client } = await hire(server, owner, 'viewer', [applicationId]);
      for (const written of [ADDRESS, `::FFFF:${ADDRESS}`, '::ffff:7f00:1']) {
        expect((await search(`登录地址 ${written}`, client)).results).toMatchObject([
          { kind: 'address', title: ADDRESS, holderKind: 'card', holderId: id, refusal: { code: 10217 } },
        ]);
        const filter = { applicationId, ip: written };
        expect((await client.list('/sessions', { filter })).body).toHaveLength(1);
      }
    });
  });

  describe('that finds nothing', () => {
    it('shows requests that were refused under the searched name, and cards with similar keys', async () => {
      const app = await CardApplication.create(server, {
        cards: ['NEAR-5K8Q-XXYY-WW0G', 'NEAR-5K8Q-XXYY-0O'],
      });
      const { id } = await app.row('NEAR-5K8Q-XXYY-WW0G');
      for (let i = 0; i < 2; i++) {
        expect(await app.login('D1', 'near-5k8q-xxyy-wwog')).toMatchObject({ code: 10218 });
        server.clock.advance(61);
      }
      await server.get(UsageWriter).run();
      owner = await AdminClient.owner(server);
      const { results, refused, near } = await search('你好 near-5k8q-xxyy-wwog 登不上了');
      expect(results).toEqual([]);
      expect(refused).toMatchObject([
        { name: 'near-5k8q-xxyy-wwog', today: 2, code: 10218, applicationName: app.name },
      ]);
      expect(near).toMatchObject([{ kind: 'card', id, title: 'NEAR-5K8Q-XXYY-WW0G', match: 'near' }]);
    });

    it.each([
      ['one character is another one', 'NEAX-5K8Q-XXYY-WW0G'],
      ['one character is missing', 'NEAR-5K8Q-XXY-WW0G'],
      ['one character is too many', 'NEAR-55K8Q-XXYY-WW0G'],
      ['the end is wrong', 'NEAR-5K8Q-XXYY-WW0H'],
      ['an 8 was taken for a B, and a 5 for an S', 'NEAR-SKBQ-XXYY-WW0G'],
      ['only the end is given, with an O for a 0', 'ww0g'.replace('0', 'o')],
      ['only the beginning is given, with an S for a 5', 'near-sk8q'],
    ])('shows the card when %s', async (_, q) => {
      const { results, near } = await search(q);
      expect(results).toEqual([]);
      expect(near.map(({ title }) => title)).toContain('NEAR-5K8Q-XXYY-WW0G');
    });

    it('counts the refusals of today in the time zone of the application', async () => {
      const settings = { time_zone: 'Asia/Shanghai' };
      const app = await CardApplication.create(server, { settings });
      expect(await app.login('D1', 'ZONED-9')).toMatchObject({ code: 10218 });
      await server.get(UsageWriter).run();
      const [before] = (await search('ZONED-9')).refused;
      expect(before).toMatchObject({ today: 1 });
      server.clock.advance(86_400);
      owner = await AdminClient.owner(server);
      const [after] = (await search('ZONED-9')).refused;
      expect(after).toMatchObject({ today: 0, at: before!.at });
    });
  });

  describe('shows only what the caller may see:', () => {
    it('an operator finds nothing of other applications, not even by names that were refused there', async () => {
      const [own, other] = [
        await CardApplication.create(server, { cards: ['RIGHTS-OWN-5G'] }),
        await UserApplication.create(server, { cards: ['RIGHTS-OTHER-5G', 'RIGHTS-USED'] }),
      ];
      const { applicationId } = await own.row('RIGHTS-OWN-5G');
      await other.register({ username: 'rights-user', card: 'RIGHTS-USED', device_id: 'RIGHTS-PC' });
      await other.ofCards.change({ batch: 'rights batch' }, 'RIGHTS-OTHER-5G');
      await other.ofCards.login('RIGHTS-PC2', 'RIGHTS-GUESS');
      await server.get(UsageWriter).run();
      const { client } = await hire(server, owner, 'operator', [applicationId]);
      expect(await found('rights', client)).toEqual([['card', 'RIGHTS-OWN-5G', 'prefix']]);
      const others = [
        'RIGHTS-OTHER-5G',
        'other-5g',
        'rights-user',
        'RIGHTS-PC',
        'RIGHTS-PC2',
        'RIGHTS-GUESS',
        'rights batch',
        'RIGHTS-OTHER-SG',
        ADDRESS,
      ];
      for (const q of others) {
        const { results, refused, near } = await search(q, client);
        expect({
          q,
          refused,
          found: [...results, ...near].filter((row) => row.applicationId !== applicationId),
        }).toEqual({
          q,
          refused: [],
          found: [],
        });
      }
      const all = await search('rights');
      expect(new Set(all.results.map(({ kind }) => kind))).toEqual(
        new Set(['card', 'user', 'device', 'batch']),
      );
    });

    it('somebody without applications finds nothing, and a token with the role issuer is refused', async () => {
      const { client } = await hire(server, owner, 'viewer');
      expect(await search(KEY, client)).toEqual({ results: [], more: [], refused: [], near: [] });
      const { token } = await newToken(owner, { role: 'issuer' });
      expect(await ask(KEY, AdminClient.withToken(server.url, token))).toMatchObject({ status: 403 });
      expect(await ask(KEY, new AdminClient(server.url))).toMatchObject({ status: 401 });
    });
  });

  it.each(['', 'x', 'x'.repeat(501), '😀'])('refuses %j', async (q) => {
    expect(await ask(q)).toMatchObject({ status: 400, body: { faults: { q: { code: 'text_length' } } } });
  });

  it.each([
    '%',
    '%%',
    '__',
    '\\',
    "'; DROP TABLE cards; --",
    '\0\0',
    '\u202Eab',
    '😀😀',
    '  ',
    '--',
    '??',
    '"',
  ])('treats %j as text', async (q) => {
    const { results } = await search(`${q}${q}`);
    expect(results).toEqual([]);
  });

  it('answers the longest texts with a bounded number of statements', async () => {
    for (const q of [
      '0O1IL5S8B2Z-'.repeat(41),
      'a1 '.repeat(166),
      '永'.repeat(500),
      `${'B8S5'.repeat(3)} `.repeat(38),
    ]) {
      const statements = await statementsDuring(server.dataSource, () => search(q));
      expect(statements.length).toBeLessThan(350);
      expect(statements.length).toBeGreaterThan(0);
    }
  });
});

describe('the migration for the search', () => {
  it('fills the keys of existing cards, in several batches', async () => {
    const database = await createTestDatabase();
    const count = MIGRATIONS.findIndex(({ name }) => name.startsWith('CardSearch'));
    const before = await openTestDataSource(database.environment, { migrations: MIGRATIONS.slice(0, count) });
    await migrate(before);
    const runner = before.createQueryRunner();
    await fill(runner);
    await runner.release();
    await before.destroy();
    await withTestDataSource(database.environment, async (dataSource) => {
      await migrate(dataSource);
      const rows: Record<string, string>[] = await dataSource.query(
        'SELECT card, search_key AS searchKey, reversed_key AS reversedKey FROM cards ORDER BY id',
      );
      expect(rows).toHaveLength(2501);
      for (const row of rows) expect(row).toEqual({ card: row.card, ...searchKeys(row.card!) });
      expect(rows[0]).toEqual({ card: 'Old-Key 0😀', searchKey: 'OLDKEY0', reversedKey: '0YEKDLO' });
    });
    await database.drop();
  });

  /** Inserts 2501 cards as the previous version did, with a gap in their ids. */
  async function fill(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO applications (id, app_key, app_secret_sealed, name, enabled, sign_mode, response_signature,
         clock_leeway_sec, language, time_zone, heartbeat_timeout_sec, multi_open_policy, unbind_policy, unbind_hours,
         config, notice, revision, created_at, updated_at)
       VALUES (1, 'k', 's', 'A', 1, 'md5', 'off', 300, 'en', 'UTC', 600, 'refuse', 'keep', 0, '', '', 1, 0, 0)`,
    );
    await runner.query(
      `INSERT INTO card_types (id, application_id, name, duration_unit, duration_amount, max_sessions, max_devices,
         created_at, updated_at) VALUES (1, 1, 'T', 'days', 1, 1, 1, 0, 0)`,
    );
    for (let start = 0; start <= 2500; start += 500) {
      const cards = Array.from({ length: Math.min(500, 2501 - start) }, (_, i) => start + i);
      await runner.query(
        `INSERT INTO cards (id, application_id, card_type_id, card, status, frozen, duration_unit, duration_amount,
           max_sessions, max_devices, unbinds_used, unbind_failures, created_at, updated_at)
         VALUES ${cards.map(() => "(?, 1, 1, ?, 'unused', 0, 'days', 1, 1, 1, 0, 0, 0, 0)").join(', ')}`,
        cards.flatMap((i) => [i < 100 ? i + 1 : i + 5000, `Old-Key ${i}😀`]),
      );
    }
  }
});
