import { describe, expect, it } from '@jest/globals';
import type { RowTexts } from './import-row.js';
import { parseRow } from './parse-row.js';

const ZONE = 'Asia/Shanghai';
const parse = (texts: RowTexts) => parseRow(7, texts, ZONE);
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;

describe('parseRow', () => {
  it('reads every field', () => {
    const texts: RowTexts = {
      card: 'A-1',
      card_type: 'Month',
      state: ' Active ',
      activated_at: '2026-01-01T00:00:00Z',
      expires_at: '1770000000',
      devices: ['D1', 'D2', 'D1'],
      note: 'a note',
      batch: 'B1',
      frozen: 'YES',
      uses_left: '5',
      username: 'alice',
      password_hash: '5F4DCC3B5AA765D61D8327DEB882CF99',
    };
    expect(parse(texts)).toEqual({
      line: 7,
      card: 'A-1',
      cardType: 'Month',
      state: 'active',
      activatedAt: at('2026-01-01T00:00:00Z'),
      expiresAt: 1_770_000_000_000,
      devices: ['D1', 'D2'],
      note: 'a note',
      batch: 'B1',
      frozen: true,
      usesLeft: 5,
      username: 'alice',
      passwordHash: '$md5$5f4dcc3b5aa765d61d8327deb882cf99',
    });
  });

  it('leaves out empty fields', () => {
    const row = parse({ card: 'A', note: '', state: '', expires_at: ' ', frozen: '', password_hash: '' });
    expect(row).toEqual({ line: 7, card: 'A' });
  });

  it.each([
    ['with a zone', '2026-03-01T12:00:00+02:00', '2026-03-01T10:00:00Z'],
    ['without a zone', '2026-03-01T12:00:00', '2026-03-01T04:00:00Z'],
    ['with a space', '2026-03-01 12:00:00', '2026-03-01T04:00:00Z'],
    ['a date', '2026-03-01', '2026-02-28T16:00:00Z'],
    ['a date without hyphens', '20260301', '2026-02-28T16:00:00Z'],
    ['a time without separators', '20260301T120000', '2026-03-01T04:00:00Z'],
    ['seconds', '1772323200', '2026-03-01T00:00:00Z'],
    ['seconds of an early time', '100000000', '1973-03-03T09:46:40Z'],
    ['seconds of a late time', '99999999999', '5138-11-16T09:46:39Z'],
  ])('reads a time %s', (_, text, instant) => {
    expect(parse({ card: 'A', expires_at: text })).toMatchObject({ expiresAt: at(instant) });
  });

  it.each<[string, RowTexts, string, object]>([
    ['no name', { note: 'x' }, 'name_missing', {}],
    ['a long card', { card: 'x'.repeat(65) }, 'column_too_long', { column: 'card', max: 64 }],
    ['a long user name', { username: 'x'.repeat(21) }, 'column_too_long', { column: 'username', max: 20 }],
    ['white space', { card: 'A ' }, 'column_with_white_space', { column: 'card' }],
    ['a control character', { card: 'A', note: 'a\u0000b' }, 'column_unprintable', { column: 'note' }],
    ['an unknown state', { card: 'A', state: 'lost' }, 'state_unknown', {}],
    [
      'no time',
      { card: 'A', expires_at: '0000-00-00 00:00:00' },
      'column_invalid_time',
      { column: 'expires_at' },
    ],
    [
      'milliseconds',
      { card: 'A', expires_at: '1770000000000' },
      'column_invalid_time',
      { column: 'expires_at' },
    ],
    ...['0', '2027', '202712', '2027123', '20271301', '202712312359', '20271231235959'].map(
      (text): [string, RowTexts, string, object] => [
        `the ambiguous time ${text}`,
        { card: 'A', expires_at: text },
        'column_invalid_time',
        { column: 'expires_at' },
      ],
    ),
    ['a late time', { card: 'A', expires_at: '+012000-01-01T00:00Z' }, 'column_invalid_time', {}],
    ['a negative number', { card: 'A', uses_left: '-1' }, 'column_invalid_number', { column: 'uses_left' }],
    [
      'a fraction',
      { card: 'A', remaining_seconds: '1.5' },
      'column_invalid_number',
      { column: 'remaining_seconds' },
    ],
    ['two ends', { card: 'A', expires_at: '1772323200', remaining_seconds: '1' }, 'ends_differ', {}],
    ['another flag', { card: 'A', frozen: 'perhaps' }, 'column_invalid_flag', { column: 'frozen' }],
    ['another hash', { username: 'a', password_hash: '$2b$15$x' }, 'password_hash_unknown', {}],
    ['a long device', { card: 'A', devices: ['x'.repeat(129)] }, 'column_too_long', { column: 'devices' }],
    ['an empty device', { card: 'A', devices: [''] }, 'column_too_long', { column: 'devices' }],
    [
      'many devices',
      { card: 'A', devices: Array.from({ length: 101 }, (_, i) => `D${i}`) },
      'too_many_row_devices',
      { max: 100 },
    ],
  ])('refuses %s', (_, texts, code, params) => {
    expect(parse(texts)).toMatchObject({ line: 7, fault: { code, params } });
  });

  it('shows at most 64 characters of a name', () => {
    expect(parse({ card: '卡'.repeat(1000) })).toMatchObject({ name: '卡'.repeat(64) });
  });
});
