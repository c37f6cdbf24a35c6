import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DataSource, IsNull } from 'typeorm';
import {
  Application,
  Card,
  CardType,
  countRows,
  Device,
  findRows,
  insertRow,
  isUniqueViolation,
  migrate,
  Session,
  updateRows,
} from '@app/database';
import { openTestDataSource } from '../../support/open-data-source.js';
import { statementsDuring } from '../../support/recorded-statements.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** Different texts that many databases treat as equal. */
const LOOKALIKES = ['a', 'A', 'a ', 'a  ', ' a', '\u00e1', 'a\u0301', '\uff41', 'a\u200d', 'a\u00a0'].concat([
  'ss',
  '\u00df',
  'i',
  '\u0131',
  '\u0130',
  '1',
  '01',
  '1.0',
  '\u{1f511}',
  '\u{1f512}',
]);

describe('values of columns', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let application: Application;
  let type: CardType;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await openTestDataSource(database.environment);
    await migrate(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(async () => {
    await dataSource.manager.deleteAll(Card);
    await dataSource.manager.deleteAll(CardType);
    await dataSource.manager.deleteAll(Application);
    application = await dataSource.manager.save(newApplication());
    type = await dataSource.manager.save(newType('Month'));
  });

  const newApplication = (changes: Partial<Application> = {}) =>
    dataSource.manager.create(Application, {
      appKey: 'abcdefghij0123456789',
      appSecretSealed: '-',
      name: 'App',
      enabled: true,
      signMode: 'md5',
      responseSignature: 'off',
      clockLeewaySec: 0,
      language: 'en',
      timeZone: 'UTC',
      heartbeatTimeoutSec: 1800,
      hg: null,
      multiOpenPolicy: 'refuse',
      unbindPolicy: 'unbind_only',
      unbindHours: 0,
      defaultUnbindLimit: null,
      config: '',
      notice: '',
      revision: 0,
      createdAt: 0,
      updatedAt: 0,
      ...changes,
    });

  const TERMS = { maxSessions: 1, maxDevices: 1, unbindLimit: null, createdAt: 0, updatedAt: 0 };

  const newType = (name: string) =>
    dataSource.manager.create(CardType, {
      applicationId: application.id,
      name,
      durationUnit: 'days',
      durationAmount: 30,
      ...TERMS,
    });

  const newCard = (card: string, changes: Partial<Card> = {}) =>
    dataSource.manager.create(Card, {
      applicationId: application.id,
      cardTypeId: type.id,
      card,
      status: 'unused',
      frozen: false,
      durationUnit: 'days',
      durationAmount: 30,
      unbindsUsed: 0,
      unbindFailures: 0,
      ...TERMS,
      ...changes,
    });

  const newSession = (tokenHash: string, changes: Partial<Session> = {}) =>
    dataSource.manager.create(Session, {
      applicationId: application.id,
      holderKind: 'card',
      holderId: 1,
      deviceId: 'd',
      tokenHash,
      ip: '::1',
      createdAt: 0,
      lastSeenAt: 0,
      ...changes,
    });

  const again = (card: Card) => dataSource.manager.findOneByOrFail(Card, { id: card.id });

  it('compares cards byte for byte', async () => {
    for (const card of LOOKALIKES) await dataSource.manager.insert(Card, newCard(card));
    for (const card of LOOKALIKES) {
      const found = await dataSource.manager.findBy(Card, { applicationId: application.id, card });
      expect(found.map((row) => row.card)).toEqual([card]);
    }
    const repeated: unknown = await dataSource.manager
      .insert(Card, newCard('a '))
      .catch((error: unknown) => error);
    expect(isUniqueViolation(repeated)).toBe(true);
  });

  it('compares devices, card types, application names and token hashes byte for byte', async () => {
    for (const [index, text] of LOOKALIKES.entries()) {
      const device = {
        applicationId: application.id,
        holderKind: 'card',
        holderId: 1,
        deviceId: text,
        boundAt: 0,
      } as const;
      await dataSource.manager.insert(Device, device);
      await dataSource.manager.insert(CardType, newType(text));
      await dataSource.manager.insert(Application, newApplication({ name: text, appKey: `key${index}` }));
      await dataSource.manager.insert(Session, newSession(text));
    }
    for (const text of LOOKALIKES) {
      expect(await dataSource.manager.countBy(Device, { deviceId: text })).toBe(1);
      expect(await dataSource.manager.countBy(CardType, { name: text })).toBe(1);
      expect(await dataSource.manager.countBy(Application, { name: text })).toBe(1);
      expect(await dataSource.manager.countBy(Session, { tokenHash: text })).toBe(1);
    }
  });

  it.each([
    ['ASCII', 'x'.repeat(65_536)],
    ['Chinese', '卡'.repeat(21_845) + 'x'],
    ['emoji', '🔑'.repeat(16_384)],
  ])('keeps 64 KiB of %s in the long texts', async (_, text) => {
    expect(Buffer.byteLength(text)).toBe(65_536);
    const card = await dataSource.manager.save(newCard('long', { config: text }));
    await dataSource.manager.update(Application, { id: application.id }, { config: text, notice: text });
    const { config, notice } = await dataSource.manager.findOneByOrFail(Application, { id: application.id });
    expect((await again(card)).config === text && config === text && notice === text).toBe(true);
  });

  it('stores texts unchanged: emoji, quotes, backslashes, line ends', async () => {
    const text = `🔑👩‍👩‍👧 卡 "'\`\\%_ \r\n\t\u0001 end `;
    const card = await dataSource.manager.save(newCard('🔑 卡', { config: text }));
    expect(await again(card)).toMatchObject({ card: '🔑 卡', config: text });
    expect(await dataSource.manager.countBy(Card, { card: '🔑 卡' })).toBe(1);
  });

  it('stores names of the maximum length in characters', async () => {
    const name = '🔑'.repeat(64);
    const card = await dataSource.manager.save(newCard(name));
    expect((await again(card)).card).toBe(name);
  });

  it.each([0, 1, 1_768_478_400_123, 4_102_416_000_000, 253_402_214_400_000, Number.MAX_SAFE_INTEGER])(
    'gives the time %d back as that number',
    async (time) => {
      const card = await dataSource.manager.save(
        newCard('time', { activatedAt: time, expiresAt: time, updatedAt: time }),
      );
      expect(await again(card)).toMatchObject({ activatedAt: time, expiresAt: time, updatedAt: time });
      expect(await dataSource.manager.countBy(Card, { expiresAt: time })).toBe(1);
    },
  );

  it('distinguishes a time that was never set from the time 0', async () => {
    expect(await again(await dataSource.manager.save(newCard('never')))).toMatchObject({
      activatedAt: null,
      expiresAt: null,
    });
  });

  it.each([1, 2 ** 31, 2 ** 40])('gives the session id %d as a number', async (id) => {
    const session = newSession(`token ${id}`, { id });
    await dataSource.manager.insert(Session, session);
    const [found] = await dataSource.manager.findBy(Session, { id });
    expect(found!.id).toBe(id);
    await dataSource.manager.insert(Session, newSession(`token after ${id}`));
    const next = await dataSource.manager.findOneByOrFail(Session, { tokenHash: `token after ${id}` });
    expect(next.id).toBeGreaterThan(id);
  });

  it('gives flags as true and false', async () => {
    expect((await dataSource.manager.findOneByOrFail(Application, { id: application.id })).enabled).toBe(
      true,
    );
    const card = await dataSource.manager.save(newCard('frozen', { frozen: true }));
    expect((await again(card)).frozen).toBe(true);
    expect(await dataSource.manager.countBy(Card, { frozen: true })).toBe(1);
  });

  it('deletes the records of an application with the application', async () => {
    const device = { applicationId: application.id, holderKind: 'card', holderId: 1, deviceId: 'd' } as const;
    await dataSource.manager.insert(Device, { ...device, boundAt: 0 });
    await dataSource.manager.insert(Session, newSession('gone'));
    await dataSource.manager.delete(Application, { id: application.id });
    for (const entity of [CardType, Device, Session]) expect(await dataSource.manager.count(entity)).toBe(0);
  });

  it('keeps a card type that cards were made from', async () => {
    await dataSource.manager.insert(Card, newCard('kept'));
    await expect(dataSource.manager.delete(CardType, { id: type.id })).rejects.toThrow(/foreign key/i);
  });

  it('are queried by one statement for any number of rows', async () => {
    const statements = await statementsDuring(dataSource, async () => {
      for (const id of [1, 2, 3]) {
        await dataSource.manager.findOneBy(Card, { id });
        await dataSource.manager.update(Card, { id }, { unbindsUsed: id });
      }
    });
    expect([...new Set(statements.map(({ sql }) => sql))]).toEqual([
      expect.stringMatching(/^SELECT/),
      expect.stringMatching(/^UPDATE/),
    ]);
  });

  describe('in plain queries', () => {
    const FILLED = {
      frozen: true,
      config: '{"a": "卡"}',
      features: { seats: 3, pro: true },
      expiresAt: 4_102_416_000_000,
      searchKey: 'filled',
    };

    it.each<[string, Partial<Card>]>([
      ['filled', FILLED],
      ['empty', { features: {} }],
    ])('are found as the entity manager finds them: %s', async (card, changes) => {
      const { manager } = dataSource;
      const id = await insertRow(manager, Card, newCard(card, changes));
      const [found, ...others] = await findRows(manager, Card, { card, applicationId: application.id });
      expect(others).toEqual([]);
      expect(found).toBeInstanceOf(Card);
      expect(found).toStrictEqual(await manager.findOneByOrFail(Card, { id }));
      expect(found).toMatchObject({
        id,
        usesPeriod: 'none',
        rowVersion: 1,
        ...changes,
        searchKey: undefined,
      });
    });

    it('match NULL, flags, lists and texts byte for byte', async () => {
      const { manager } = dataSource;
      const all = [...LOOKALIKES, 'dated'];
      for (const card of all)
        await insertRow(
          manager,
          Card,
          newCard(card, { frozen: card === 'A', ...(card === 'dated' && { expiresAt: 0 }) }),
        );
      for (const card of LOOKALIKES) expect(await countRows(manager, Card, { card })).toBe(1);
      expect(await countRows(manager, Card, { card: ['a', 'A', 'none'] })).toBe(2);
      expect(await findRows(manager, Card, { frozen: true })).toMatchObject([{ card: 'A' }]);
      expect(await countRows(manager, Card, { expiresAt: null })).toBe(LOOKALIKES.length);
      expect(await countRows(manager, Card, { expiresAt: 0 })).toBe(1);
      expect(await findRows(manager, Card, { card: 'none' })).toEqual([]);
    });

    it('are changed where they match, with the version of the row', async () => {
      const { manager } = dataSource;
      const changes = { ...FILLED, features: { level: 'gold' }, expiresAt: null };
      const id = await insertRow(manager, Card, newCard('changed', { expiresAt: 1 }));
      await insertRow(manager, Card, newCard('other', { expiresAt: null }));
      await updateRows(manager, Card, { card: 'changed', expiresAt: null }, changes);
      expect(await findRows(manager, Card, { id })).toMatchObject([{ frozen: false, rowVersion: 1 }]);
      await updateRows(manager, Card, { card: ['changed', 'none'], expiresAt: 1 }, changes);
      const { searchKey, ...loaded } = changes;
      expect(await findRows(manager, Card, { id, searchKey })).toMatchObject([{ ...loaded, rowVersion: 2 }]);
      expect(await findRows(manager, Card, { card: 'other' })).toMatchObject([
        { frozen: false, rowVersion: 1 },
      ]);
    });

    it('have generated ids beyond 32 bits, as numbers', async () => {
      const { manager } = dataSource;
      await insertRow(manager, Session, newSession('large', { id: 2 ** 40 }));
      const id = await insertRow(manager, Session, newSession('larger'));
      expect(id).toBeGreaterThan(2 ** 40);
      expect(await findRows(manager, Session, { id })).toStrictEqual(
        await manager.findBy(Session, { id, endedAt: IsNull() }),
      );
    });

    it('cause a unique violation when an inserted row exists already', async () => {
      await insertRow(dataSource.manager, Card, newCard('a'));
      const repeated: unknown = await insertRow(dataSource.manager, Card, newCard('a')).catch(
        (error: unknown) => error,
      );
      expect(isUniqueViolation(repeated)).toBe(true);
    });
  });
});
