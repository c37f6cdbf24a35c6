import { describe, expect, it } from '@jest/globals';
import type { SourceRecord } from '../read-records.js';
import { type ImportPreset, readRows } from './presets.js';

const records = (...all: Record<string, unknown>[]): SourceRecord[] =>
  all.map((values, i) => ({ line: i + 1, values }));
const read = (preset: ImportPreset, from: SourceRecord[], hasCardType = true) => [
  ...readRows(from, { preset, timeZone: 'UTC', hasCardType }),
];

describe('plain', () => {
  it.each([
    ['CSV', { card: 'A', devices: ' D1 ; D2;', frozen: 'true', uses_left: '3' }],
    ['JSON', { card: 'A', devices: ['D1', 'D2'], frozen: true, uses_left: 3, note: null, price: {} }],
  ])('reads fields of %s', (_, values) => {
    expect(read('plain', records(values))).toEqual([
      { line: 1, card: 'A', devices: ['D1', 'D2'], frozen: true, usesLeft: 3 },
    ]);
  });

  it('distinguishes an empty list of devices from unknown devices', () => {
    const rows = read('plain', records({ card: 'A', devices: '' }, { card: 'B', devices: [] }));
    expect(rows).toEqual([
      { line: 1, card: 'A' },
      { line: 2, card: 'B', devices: [] },
    ]);
  });

  it('keeps the card type of a row', () => {
    expect(read('plain', records({ card: 'A', card_type: 'Year' }))).toMatchObject([{ cardType: 'Year' }]);
  });

  it.each([{ card: { a: 1 } }, { card: 'A', devices: [[]] }])('refuses %j', (values) => {
    expect(read('plain', records(values))).toMatchObject([{ fault: { code: 'column_not_text' } }]);
  });
});

describe('keyauth', () => {
  const HASH = '$2y$10$e.A2Iv3HYrLoy6WERs.XIOHRUfOHBYwqufLdxaGApiPNUxPoEtCHS';

  it('reads the file of licences', () => {
    expect(read('keyauth', records({ key: 'K-1', level: '1', expiry: 30 }))).toEqual([
      { line: 1, card: 'K-1', state: 'unused', frozen: false },
    ]);
    expect(read('keyauth', records({ key: 'K-1', level: '2' }), false)).toMatchObject([{ cardType: '2' }]);
  });

  it('reads the file of users, with the latest of their subscriptions', () => {
    const user = {
      username: 'alice',
      email: null,
      password: HASH,
      hwid: 'H1',
      banned: null,
      ip: '192.0.2.1',
    };
    const banned = { ...user, username: 'bob', hwid: null, banned: 'chargeback' };
    const licence = { ...user, username: 'AAAAAA-BBBBBB-CCCCCC-DDDDDD' };
    const ofAlice = { user: 'alice', subscription: 'default', expiry: '1900000000' };
    const earlier = { ...ofAlice, expiry: '1800000000' };
    const ofLicence = { ...ofAlice, user: licence.username };
    expect(read('keyauth', records(user, banned, licence, ofAlice, earlier, ofLicence))).toEqual([
      {
        line: 1,
        username: 'alice',
        passwordHash: HASH,
        expiresAt: 1_900_000_000_000,
        devices: ['H1'],
        frozen: false,
      },
      { line: 2, username: 'bob', passwordHash: HASH, state: 'expired', frozen: true, note: 'chargeback' },
      {
        line: 3,
        card: licence.username,
        expiresAt: 1_900_000_000_000,
        devices: ['H1'],
        frozen: false,
      },
    ]);
  });

  it('reads the state of licences from the seller API', () => {
    const key = { key: 'K-1', note: 'n', expires: '86400', status: 'Not Used', usedon: null, usedby: null };
    const used = { ...key, key: 'K-2', status: 'Used', usedon: '1700000000', usedby: 'K-2' };
    const ofUser = { ...used, key: 'K-3', usedby: 'alice' };
    const banned = { ...key, key: 'K-4', status: 'Banned', banned: 'abuse' };
    expect(read('keyauth', records(key, used, ofUser, banned))).toMatchObject([
      { card: 'K-1', state: 'unused', note: 'n', frozen: false },
      { card: 'K-2', activatedAt: 1_700_000_000_000, expiresAt: 1_700_086_400_000, startOnly: true },
      { name: 'K-3', fault: { code: 'used_by_user', params: { username: 'alice' } }, usedCard: 'K-3' },
      { card: 'K-4', frozen: true, note: 'n, abuse' },
    ]);
  });

  it('reads a licence and its user as one card', () => {
    const subscription = { user: 'alice', subscription: 'default', expiry: '1900000000' };
    const user = { username: 'K-1', password: HASH, hwid: 'H' };
    const alice = { username: 'alice', password: HASH };
    const rows = read('keyauth', records({ key: 'K-1' }, user, subscription, alice));
    expect(rows).toMatchObject([
      { line: 2, card: 'K-1', state: 'expired', devices: ['H'], frozen: false },
      { line: 4, username: 'alice' },
    ]);
  });

  it('reports users of a file without subscriptions, because their expiries are unknown', () => {
    const users = [{ username: 'alice', password: HASH }, { username: 'AAAAAA-BBBBBB-CCCCCC-DDDDDD' }];
    expect(read('keyauth', records(...users))).toEqual([
      { line: 1, name: 'alice', fault: { code: 'subscriptions_missing', params: {} } },
      { line: 2, name: 'AAAAAA-BBBBBB-CCCCCC-DDDDDD', fault: { code: 'subscriptions_missing', params: {} } },
    ]);
  });

  it('reports users without a subscription if the file contains subscriptions of users in another part', () => {
    const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((username) => ({ username, password: HASH }));
    const of = (user: string) => ({ user, subscription: 'default', expiry: '1900000000' });
    const isFaulty = { name: 'bob', fault: { code: 'subscriptions_missing', params: {} } };
    const isWhole = { username: 'alice', expiresAt: 1_900_000_000_000 };
    expect(read('keyauth', records(alice!, bob!, of('alice'), of('carol')))).toMatchObject([
      isWhole,
      isFaulty,
    ]);
    expect(read('keyauth', records(alice!, bob!, carol!, of('alice'), of('carol')))).toMatchObject([
      isWhole,
      { username: 'bob', state: 'expired' },
      { username: 'carol' },
    ]);
  });

  it('reports other records', () => {
    expect(read('keyauth', records({ logdata: 'x' }))).toMatchObject([{ fault: { code: 'name_missing' } }]);
  });
});

describe('plain', () => {
  it('refuses a number that JSON.parse has rounded', () => {
    const rows = read('plain', records({ card: 2 ** 53 }, { card: 9007199254740991 }));
    expect(rows).toMatchObject([
      { fault: { code: 'column_not_text', params: { column: 'card' } } },
      { card: '9007199254740991' },
    ]);
  });
});

describe('dujiaoka', () => {
  it.each<[string, Record<string, unknown>]>([
    ['the panel', { 所属商品: '月卡', 卡密内容: 'C-1', 创建时间: '2026-01-01' }],
    ['the panel in traditional Chinese', { 所屬商品: '月卡', 卡密內容: 'C-1' }],
    ['the table', { id: 1, goods_id: '月卡', carmi: 'C-1', status: '1', deleted_at: 'NULL' }],
  ])('reads an export of %s', (_, values) => {
    expect(read('dujiaoka', records(values), false)).toEqual([
      { line: 1, card: 'C-1', cardType: '月卡', batch: '月卡', state: 'unused' },
    ]);
  });

  it('marks sold cards as issued and refuses deleted ones', () => {
    const rows = read(
      'dujiaoka',
      records({ carmi: 'A', status: 2 }, { carmi: 'B', deleted_at: '2026-01-01' }),
    );
    expect(rows).toMatchObject([
      { card: 'A', state: 'unused', note: 'dujiaoka: sold', issued: true },
      { name: 'B', fault: { code: 'deleted_elsewhere' } },
    ]);
  });
});
