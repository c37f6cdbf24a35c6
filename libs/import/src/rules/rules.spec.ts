import { describe, expect, it } from '@jest/globals';
import type { ImportRow } from '../import-row.js';
import { changesOf, type ExistingHolder } from './changes-of.js';
import { timeOf } from './time-of.js';

const NOW = 1_000_000;
const DAYS = { durationUnit: 'days' } as const;
const PERMANENT = { durationUnit: 'permanent' } as const;
const row = (fields: Partial<ImportRow> = {}): ImportRow => ({ line: 1, card: 'A', ...fields });
const user = (fields: Partial<ImportRow> = {}): ImportRow => ({ line: 1, username: 'a', ...fields });

describe('timeOf', () => {
  const activated = (activatedAt: number, expiresAt: number | null) => ({
    status: 'activated',
    activatedAt,
    expiresAt,
  });
  const unused = { status: 'unused', activatedAt: null, expiresAt: null };
  const fault = (code: string) => ({ code, params: {} });

  it.each<[string, ImportRow, { durationUnit: 'days' | 'permanent' }, object]>([
    ['a card without times', row(), DAYS, unused],
    ['a permanent card without times', row(), PERMANENT, unused],
    ['a card with an end', row({ expiresAt: NOW + 5 }), DAYS, activated(NOW, NOW + 5)],
    ['a card with a start', row({ activatedAt: 5, expiresAt: NOW + 5 }), DAYS, activated(5, NOW + 5)],
    ['remaining time', row({ remainingMs: 7 }), DAYS, activated(NOW, NOW + 7)],
    ['no remaining time', row({ remainingMs: 0 }), DAYS, activated(NOW, NOW)],
    ['a past end', row({ state: 'active', expiresAt: 9 }), DAYS, activated(9, 9)],
    ['an expired card without an end', row({ state: 'expired' }), DAYS, activated(NOW, NOW)],
    ['an expired permanent card', row({ state: 'expired' }), PERMANENT, activated(NOW, NOW)],
    ['an active permanent card', row({ state: 'active' }), PERMANENT, activated(NOW, null)],
    ['a permanent user', user({ activatedAt: 3 }), PERMANENT, activated(3, null)],
    ['an unused user', user({ state: 'unused' }), DAYS, unused],
    ['a user without an end', user(), DAYS, fault('end_missing')],
    ['an active card without an end', row({ state: 'active' }), DAYS, fault('end_missing')],
    ['a start without an end', row({ activatedAt: 5 }), DAYS, fault('end_missing')],
    ['an end of a permanent card', row({ expiresAt: NOW + 5 }), PERMANENT, fault('end_of_permanent')],
    ['an unused card with an end', row({ state: 'unused', expiresAt: 5 }), DAYS, fault('unused_with_time')],
    ['a future start', row({ activatedAt: NOW + 1, expiresAt: NOW + 2 }), DAYS, fault('activated_in_future')],
    ['an end before the start', row({ activatedAt: 9, expiresAt: 8 }), DAYS, fault('end_before_start')],
    ['a future expiry', row({ state: 'expired', expiresAt: NOW + 1 }), DAYS, fault('expires_in_future')],
  ])('%s', (_, from, terms, expected) => {
    expect(timeOf(from, terms, NOW)).toEqual(expected);
  });
});

describe('changesOf', () => {
  const LEGACY = '$md5$5f4dcc3b5aa765d61d8327deb882cf99';
  const EXPIRED_NOW = { expiresAt: NOW };
  const NEWER = '$md5$00000000000000000000000000000000';
  const holder = (fields: Partial<ExistingHolder> = {}) =>
    ({
      status: 'activated',
      activatedAt: 5,
      expiresAt: NOW + 100,
      frozen: false,
      note: 'old',
      batch: 'B',
      durationUnit: 'days',
      uses: 10,
      usesPeriod: 'none',
      usesUsed: 4,
      usesCountedAt: null,
      ...fields,
    }) as ExistingHolder;
  const changes = (from: Partial<ImportRow>, to: Partial<ExistingHolder> = {}) =>
    changesOf(row(from), holder(to), ['D1', 'D2'], NOW, 'UTC');

  it.each<[string, Partial<ImportRow>, Partial<ExistingHolder>, object, string[]]>([
    [
      'the same',
      { expiresAt: NOW + 100, activatedAt: 5, frozen: false, usesLeft: 6, note: 'old' },
      {},
      {},
      [],
    ],
    ['no fields', {}, {}, {}, []],
    ['a later end', { expiresAt: NOW + 200 }, {}, { expiresAt: NOW + 200 }, ['state']],
    ['another start', { activatedAt: 6, expiresAt: NOW + 100 }, {}, { activatedAt: 6 }, ['state']],
    ['unused, but it runs here', { state: 'unused' }, {}, {}, []],
    ['unused, as it is', { state: 'unused' }, { status: 'unused', expiresAt: null }, {}, []],
    ['remaining time, but it runs here', { remainingMs: 7 }, {}, {}, []],
    ['expired, as it is', { state: 'expired' }, { expiresAt: NOW - 1 }, {}, []],
    ['expired now', { state: 'expired' }, {}, EXPIRED_NOW, ['state']],
    ['active, as it is', { state: 'active' }, {}, {}, []],
    [
      'activated since',
      { expiresAt: NOW + 7 },
      { status: 'unused', activatedAt: null, expiresAt: null },
      { status: 'activated', activatedAt: NOW, expiresAt: NOW + 7 },
      ['state'],
    ],
    ['frozen', { frozen: true }, {}, { frozen: true }, ['frozen']],
    [
      'the start of a card that runs here',
      { startOnly: true, activatedAt: 6, expiresAt: NOW - 1, frozen: false },
      { frozen: true },
      {},
      [],
    ],
    [
      'the ban of a card that runs here',
      { startOnly: true, activatedAt: 6, expiresAt: NOW - 1, frozen: true },
      {},
      { frozen: true },
      ['frozen'],
    ],
    [
      'the start of a card that is unused here',
      { startOnly: true, activatedAt: 6, expiresAt: NOW + 7, frozen: true },
      { status: 'unused', activatedAt: null, expiresAt: null },
      { status: 'activated', activatedAt: 6, expiresAt: NOW + 7, frozen: true },
      ['state', 'frozen'],
    ],
    ['issued', { issued: true }, { issuedAt: null }, { issuedAt: NOW }, ['issued']],
    ['issued before', { issued: true }, { issuedAt: 7 }, {}, []],
    ['a note and a batch', { note: 'n', batch: 'C' }, {}, { note: 'n', batch: 'C' }, ['note', 'batch']],
    ['a batch of a user', { batch: 'C' }, { batch: undefined }, {}, []],
    [
      'a new password',
      { passwordHash: NEWER },
      { passwordHash: LEGACY },
      { passwordHash: NEWER },
      ['password_hash'],
    ],
    [
      'a password of a user who has logged in',
      { passwordHash: NEWER },
      { passwordHash: '$argon2id$x' },
      {},
      [],
    ],
  ])('%s', (_, from, to, values, fields) => {
    expect(changes(from, to)).toEqual({
      values,
      fields,
      added: [],
      removed: [],
      expires: values === EXPIRED_NOW,
    });
  });

  it('compares devices', () => {
    expect(changes({ devices: ['D2', 'D3'] })).toMatchObject({
      added: ['D3'],
      removed: ['D1'],
      fields: ['devices'],
    });
    expect(changes({ devices: [] })).toMatchObject({ removed: ['D1', 'D2'] });
  });

  it('sets the uses that are left', () => {
    expect(changes({ usesLeft: 2 })).toMatchObject({
      values: { usesUsed: 8 },
      fields: ['uses_left'],
    });
    expect(changes({ usesLeft: 20 })).toMatchObject({ values: { uses: 20, usesUsed: 0 } });
    expect(changes({ usesLeft: 2 }, { uses: null })).toEqual({
      code: 'uses_not_counted',
      params: {},
    });
  });

  it('reports whether the change ends the time of the holder', () => {
    expect(changes({ expiresAt: NOW - 1 })).toMatchObject({ expires: true });
    expect(changes({ expiresAt: NOW - 1 }, { expiresAt: NOW - 2 })).toMatchObject({ expires: false });
  });
});
