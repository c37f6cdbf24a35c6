import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import {
  Application,
  Card,
  CardType,
  FunctionVersion,
  inTransaction,
  RemoteData,
  RemoteFunction,
  SoftwareVersion,
  Variable,
  VariableVersion,
} from '@app/database';
import { appliedRows, applyFile } from '../../support/apply-file.js';
import { eventually } from '../../support/server-process.js';
import { snapshotTables } from '../../support/table-snapshot.js';
import { ENGINE } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

const MANY = 3000;
/** Number of functions, smaller than `MANY` because the sandbox runs each source. */
const MANY_FUNCTIONS = 300;
const LONGEST = `"'\\\n`.repeat(16_384);
/** InnoDB refreshes its lists of locks only after 100 ms without a query for them. */
const LOCK_TABLE_REFRESH_MS = 150;

const CARDS = {
  card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 } }],
  cards: ['C1', 'C2'].map((card) => ({ card, card_type: 'Day' })),
};

const NO_LIMITS = { timeout_ms: null, memory_mb: null, cost: 0, require_feature: null, trials: false };

const FULL = {
  variables: [
    {
      key: 'greeting',
      value: '你好 🔑\n"\'\\',
      check: 'md5',
      card_auth: true,
      trials: true,
      require_feature: 'export',
    },
    { key: 'Greeting', value: '', check: null, card_auth: false, trials: false, require_feature: null },
  ],
  functions: [
    {
      name: 'add',
      source: 'function add(a, b) {\n  return a + b;\n}',
      enabled: true,
      timeout_ms: 200,
      cost: 3,
      require_feature: '导出',
      trials: true,
      memory_mb: 16,
    },
    { name: 'off', source: 'function off() {}', enabled: false, ...NO_LIMITS },
  ],
  versions: [
    {
      channel: 'stable',
      version: 'v1.10.0',
      url: 'https://example.com/新',
      notice: '新\n',
      released: true,
      forced: true,
    },
    { channel: 'beta', version: '1.10.0', url: 'u', notice: '', released: false, forced: false },
  ],
  data: [
    { key: 'k', value: 'of all', scope: 'app' },
    { key: 'k', value: 'of C1', scope: 'card', card: 'C1' },
    { key: 'k', value: '', scope: 'card', card: 'C2' },
  ],
};

/** A file with all required fields and no others. */
const BARE = {
  variables: [{ key: 'k', value: 'v' }],
  functions: [{ name: 'f', source: 'function f() {}' }],
  versions: [{ version: '1.0', url: 'u' }],
  data: [{ key: 'k', value: 'v' }],
};

/** Source of a function that returns a given text. */
const of = (name: string, text: string) => `function ${name}() {} // ${text}`;

type Place = Pick<RemoteData, 'applicationId' | 'scope' | 'ownerId' | 'key'>;
type ClientWork = (manager: EntityManager, place: Place) => Promise<unknown>;
const nothing: ClientWork = async () => undefined;

describe('apply', () => {
  const server = TestServer.forSuite({ QUOTA_CARD_KEYS: '5000' });
  beforeEach(async () => {
    const entities = [RemoteData, Variable, RemoteFunction, SoftwareVersion, Card, CardType, Application];
    for (const entity of entities) await server.dataSource.manager.deleteAll(entity);
    server.clock.advance(60);
  });

  const apply = (...applications: object[]) => applyFile(server, { applications });
  const one = async (fields: object) => (await apply({ name: 'App', ...fields })).applications[0]!;
  const state = () => appliedRows(server);

  it('outputs the content of a file, in its order', async () => {
    expect(await one({ ...CARDS, ...FULL })).toMatchObject(FULL);
  });

  it('fills in defaults for omitted fields', async () => {
    expect(await one(BARE)).toMatchObject({
      variables: [
        { key: 'k', value: 'v', check: null, card_auth: false, trials: false, require_feature: null },
      ],
      functions: [{ name: 'f', source: 'function f() {}', enabled: true, ...NO_LIMITS }],
      versions: [{ channel: 'stable', version: '1.0', url: 'u', notice: '', released: true, forced: false }],
      data: [{ key: 'k', value: 'v', scope: 'app' }],
    });
    expect(await server.dataSource.manager.findOneByOrFail(RemoteFunction, {})).toMatchObject({ version: 1 });
    expect(await server.dataSource.manager.findOneByOrFail(RemoteData, {})).toMatchObject({ ownerId: 0 });
  });

  it('changes nothing when it runs again', async () => {
    const first = await one({ ...CARDS, ...FULL });
    const before = await state();
    server.clock.advance(60);
    expect(await one({ ...CARDS, ...FULL })).toEqual(first);
    expect(await state()).toEqual(before);
  });

  it('accepts its own output, here and on an empty server', async () => {
    const [signing_key, other] = ['A'.repeat(43), `${'A'.repeat(42)}E`];
    const output = await apply(
      { name: 'App', signing_key, ...CARDS, ...FULL },
      { name: 'Bare', signing_key: other, ...BARE },
    );
    const before = await state();
    server.clock.advance(60);
    expect(await applyFile(server, output)).toEqual(output);
    expect(await state()).toEqual(before);
    for (const entity of [Card, CardType, Application]) await server.dataSource.manager.deleteAll(entity);
    expect(await applyFile(server, output)).toEqual(output);
  });

  it('leaves omitted records unchanged, and prints only the records in the file', async () => {
    await one({ ...CARDS, ...FULL });
    const before = await state();
    expect(await one({})).toMatchObject({ variables: [], functions: [], versions: [], data: [] });
    const some = {
      variables: [{ key: 'greeting', value: FULL.variables[0]!.value }],
      functions: [{ name: 'add', source: FULL.functions[0]!.source }],
      versions: [{ version: 'v1.10.0', url: FULL.versions[0]!.url }],
      data: [{ key: 'k', value: 'of all' }],
    };
    expect(await one(some)).toMatchObject({
      variables: [FULL.variables[0]],
      functions: [FULL.functions[0]],
      versions: [FULL.versions[0]],
      data: [FULL.data[0]],
    });
    expect(await state()).toEqual(before);
  });

  it('applies changes, with their times', async () => {
    await one({ ...CARDS, ...FULL });
    const before = await snapshotTables(server.dataSource);
    server.clock.advance(60);
    const changed = {
      variables: [
        {
          key: 'greeting',
          value: 'bye',
          check: null,
          card_auth: false,
          trials: false,
          require_feature: null,
        },
      ],
      functions: [
        {
          name: 'add',
          source: 'const add = () => 1',
          enabled: false,
          ...NO_LIMITS,
        },
      ],
      versions: [{ channel: 'stable', version: 'v1.10.0', url: 'other', notice: 'other', released: false }],
      data: [{ key: 'k', value: 'other', scope: 'card', card: 'C2' }],
    };
    expect(await one(changed)).toMatchObject(changed);
    const after = await snapshotTables(server.dataSource);
    const updatedAt = server.clock.now();
    const [variables, functions, versions, data] = [
      Variable,
      RemoteFunction,
      SoftwareVersion,
      RemoteData,
    ].map((entity) => server.dataSource.getMetadata(entity).tableName) as [string, string, string, string];
    const rowsBefore = (table: string) => before[table] as object[];
    expect(after[variables]).toEqual([
      {
        ...rowsBefore(variables)[0],
        value: 'bye',
        version: 2,
        checkRule: null,
        cardAuth: false,
        trials: false,
        requireFeature: null,
        rowVersion: 2,
        updatedAt,
      },
      rowsBefore(variables)[1],
    ]);
    expect(after[functions]).toEqual([
      {
        ...rowsBefore(functions)[0],
        source: 'const add = () => 1',
        version: 2,
        enabled: false,
        timeoutMs: null,
        memoryMb: null,
        cost: 0,
        requireFeature: null,
        trials: false,
        rowVersion: 2,
        updatedAt,
      },
      rowsBefore(functions)[1],
    ]);
    expect(after[versions]).toEqual([
      {
        ...rowsBefore(versions)[0],
        url: 'other',
        notice: 'other',
        released: false,
        rowVersion: 2,
        updatedAt,
      },
      rowsBefore(versions)[1],
    ]);
    expect(after[data]).toEqual([
      ...rowsBefore(data).slice(0, 2),
      { ...rowsBefore(data)[2], value: 'other', rowVersion: 2, updatedAt },
    ]);
  });

  it('counts versions of the source, not of the settings', async () => {
    const version = async (fields: object) => {
      await one({ functions: [{ name: 'f', source: of('f', 'a'), ...fields }] });
      return (await server.dataSource.manager.findOneByOrFail(RemoteFunction, { name: 'f' })).version;
    };
    expect(await version({})).toBe(1);
    expect(await version({ enabled: false, timeout_ms: 5 })).toBe(1);
    expect(await version({ source: of('f', 'b') })).toBe(2);
    expect(await version({ source: of('f', 'b') })).toBe(2);
    expect(await version({ source: of('f', 'B'), enabled: true })).toBe(3);
    expect(await version({ source: of('f', 'a') })).toBe(4);
  });

  it('keeps every source that a function has had', async () => {
    const save = (...functions: object[]) => one({ functions });
    await save({ name: 'f', source: of('f', 'a') }, { name: 'g', source: of('g', 'g') });
    const first = server.clock.now();
    server.clock.advance(60);
    await save({ name: 'f', source: of('f', 'a'), enabled: false }, { name: 'g', source: of('g', 'G') });
    await save({ name: 'h', source: of('h', '') });
    const then = server.clock.now();
    const { manager } = server.dataSource;
    const names = new Map((await manager.find(RemoteFunction)).map(({ id, name }) => [id, name]));
    const select = { functionId: true, version: true, source: true, createdBy: true, createdAt: true };
    const versions = await manager.find(FunctionVersion, { select, order: { id: 'ASC' } });
    const createdBy = 'latchkey apply';
    expect(versions.map(({ functionId, ...rest }) => ({ name: names.get(functionId), ...rest }))).toEqual([
      { name: 'f', version: 1, source: of('f', 'a'), createdBy, createdAt: first },
      { name: 'g', version: 1, source: of('g', 'g'), createdBy, createdAt: first },
      { name: 'g', version: 2, source: of('g', 'G'), createdBy, createdAt: then },
      { name: 'h', version: 1, source: of('h', ''), createdBy, createdAt: then },
    ]);
  });

  it('stores a version of each new value of a variable, once from several concurrent runs', async () => {
    const variables = [
      { key: 'a', value: '1' },
      { key: 'b', value: '1' },
    ];
    await one({ variables });
    variables[0]!.value = '2';
    await Promise.all([one({ variables }), one({ variables }), one({ variables })]);
    const keys = new Map(
      (await server.dataSource.manager.find(Variable)).map(({ id, key, version }) => [
        id,
        `${key} ${version}`,
      ]),
    );
    const versions = await server.dataSource.manager.find(VariableVersion, { order: { id: 'ASC' } });
    const named = versions.map((row) =>
      [keys.get(row.variableId), row.version, row.value, row.createdBy].join(', '),
    );
    expect(new Set(named)).toEqual(
      new Set(['a 2, 1, 1, latchkey apply', 'a 2, 2, 2, latchkey apply', 'b 1, 1, 1, latchkey apply']),
    );
    expect(named).toHaveLength(3);
  });

  it('stores one version of a source from several concurrent runs', async () => {
    const functions = [{ name: 'f', source: of('f', 'a') }];
    await one({ functions });
    functions[0]!.source = of('f', 'b');
    await Promise.all([one({ functions }), one({ functions }), one({ functions })]);
    const versions = await server.dataSource.manager.find(FunctionVersion, { order: { id: 'ASC' } });
    expect(versions.map(({ version, source }) => [version, source])).toEqual([
      [1, of('f', 'a')],
      [2, of('f', 'b')],
    ]);
  });

  it('adds data to a card that the same file creates, and to an existing one', async () => {
    await one({ ...CARDS, cards: [CARDS.cards[0]] });
    await one({ cards: [CARDS.cards[1]], data: FULL.data });
    const ids = await server.dataSource.manager.find(Card, { order: { card: 'ASC' } });
    const rows = await server.dataSource.manager.find(RemoteData, { order: { id: 'ASC' } });
    expect(rows.map(({ scope, ownerId, value }) => [scope, ownerId, value])).toEqual([
      ['app', 0, 'of all'],
      ['card', ids[0]!.id, 'of C1'],
      ['card', ids[1]!.id, ''],
    ]);
  });

  it('separates applications with the same names', async () => {
    const files = ['a', 'b'].map((name) => ({ name, ...CARDS, ...FULL }));
    await apply(...files);
    const changed = { ...files[0], data: FULL.data.map((item) => ({ ...item, value: 'changed' })) };
    await apply(changed);
    const [a, b] = (await apply({ ...changed }, files[1]!)).applications;
    expect(a!.data!.map(({ value }) => value)).toEqual(FULL.data.map(() => 'changed'));
    expect(b).toMatchObject(FULL);
  });

  it('accepts the longest texts, also many of them', async () => {
    expect(Buffer.byteLength(LONGEST)).toBe(65_536);
    const names = Array.from({ length: 300 }, (_, i) => `n${i}`);
    const file = {
      variables: names.map((key) => ({ key, value: LONGEST })),
      functions: [{ name: 'f', source: 'function f() {} //'.padEnd(65_536, 'x') }],
      versions: [{ version: '1.0', url: 'x'.repeat(2048), notice: LONGEST }],
      data: [{ key: 'k'.repeat(64), value: LONGEST }],
    };
    expect(await one(file)).toMatchObject(file);
    expect(await one(file)).toMatchObject(file);
  });

  it(`makes, keeps and changes ${MANY} of each`, async () => {
    const numbers = Array.from({ length: MANY }, (_, i) => i);
    const file = (text: string) => ({
      ...CARDS,
      variables: numbers.map((i) => ({ key: `k${i}`, value: text })),
      functions: numbers.slice(0, MANY_FUNCTIONS).map((i) => ({ name: `f${i}`, source: of(`f${i}`, text) })),
      versions: numbers.map((i) => ({ version: `1.${i}`, url: text })),
      data: numbers.map((i) => ({
        key: `k${i >> 1}`,
        value: text,
        scope: 'card',
        card: CARDS.cards[i & 1]!.card,
      })),
    });
    for (const text of ['a', 'a', 'b']) {
      expect(await one(file(text))).toMatchObject(file(text));
    }
    for (const entity of [Variable, SoftwareVersion, RemoteData])
      expect(await server.dataSource.manager.count(entity)).toBe(MANY);
    expect(await server.dataSource.manager.count(RemoteFunction)).toBe(MANY_FUNCTIONS);
    expect(await server.dataSource.manager.count(FunctionVersion)).toBe(2 * MANY_FUNCTIONS);
  });

  it('is noticed by the server like every other change', async () => {
    await one(BARE);
    const { revision } = await server.dataSource.manager.findOneByOrFail(Application, {});
    await one({ data: [{ key: 'k', value: 'new' }] });
    const after = await server.dataSource.manager.findOneByOrFail(Application, {});
    expect(after.revision).toBe(revision + 1);
  });

  describe('has the values of the file when at the same time a client', () => {
    const times = { createdAt: 1, updatedAt: 1 };
    const update = { value: 'theirs', updatedAt: 1 };

    it.each<[string, object[], before: ClientWork, after: ClientWork]>([
      ['creates the key', [], (m, k) => m.insert(RemoteData, { ...k, value: 'theirs', ...times }), nothing],
      ['changes it', BARE.data, (m, k) => m.update(RemoteData, k, update), nothing],
      ['deletes it', BARE.data, (m, k) => m.delete(RemoteData, k), nothing],
      [
        'creates it after it was looked for',
        [{ key: 'z', value: 'v' }],
        // The client locks `z`, which the file also contains. The run looks up `k` first, and then waits for `z`.
        (m, k) => m.update(RemoteData, { ...k, key: 'z' }, update),
        (m, k) => m.insert(RemoteData, { ...k, value: 'theirs', ...times }),
      ],
    ])('%s', async (_, data, before, after) => {
      await one({ data });
      const { id: applicationId } = await server.dataSource.manager.findOneByOrFail(Application, {});
      const place = { applicationId, scope: 'app', ownerId: 0, key: 'k' } as const;
      const { promise: heldUp, resolve: goOn } = Promise.withResolvers<void>();
      const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
      const client = inTransaction(server.dataSource, async (manager) => {
        await before(manager, place);
        lock();
        await heldUp;
        await after(manager, place);
      });
      await locked;
      const waitedBefore = ENGINE === 'mysql' ? await waiting() : [];
      const applied = one({ data: ['k', 'z'].map((key) => ({ key, value: 'ours' })) });
      if (ENGINE === 'mysql') await eventually(() => someoneElseWaits(waitedBefore), LOCK_TABLE_REFRESH_MS);
      goOn();
      await Promise.all([client, applied]);
      const rows = await server.dataSource.manager.find(RemoteData, { order: { key: 'ASC' } });
      const ours = { value: 'ours', updatedAt: server.clock.now() };
      expect(rows).toMatchObject([
        { ...place, ...ours },
        { ...place, key: 'z', ...ours },
      ]);
    });
  });

  /** Returns the number of transactions that wait for a lock. InnoDB's list may be slightly outdated. */
  async function waiting(): Promise<string[]> {
    const sql = `SELECT trx_id FROM information_schema.innodb_trx JOIN information_schema.processlist
      ON processlist.id = trx_mysql_thread_id WHERE trx_state = 'LOCK WAIT' AND processlist.db = DATABASE()`;
    const rows: { trx_id: string | number }[] = await server.dataSource.query(sql);
    return rows.map(({ trx_id }) => String(trx_id));
  }

  async function someoneElseWaits(before: string[]): Promise<true | undefined> {
    return (await waiting()).some((id) => !before.includes(id)) || undefined;
  }
});
