import { describe, expect, it } from '@jest/globals';
import { fileFaults } from '../../../test/support/file-faults.js';
import { parseApplyFile } from './parse-apply-file.js';

const LONGEST = 'x'.repeat(65_536);

/** Returns the faults of an application with these fields, without their path prefix; empty when it is valid. */
function faultsOf(fields: object): readonly string[] {
  const faults = fileFaults({ applications: [{ name: 'App', ...fields }] });
  return faults.map((fault) => fault.replace(/^applications\[0\]\./, ''));
}

const NAME_RULE = 'must be 1 to 64 characters: letters and digits of any script, _, . and -';
const BYTES_RULE = 'must be text of at most 65536 bytes';
const FLAG_RULE = 'must be true or false';
const CHECK_RULE = 'must be text of 1 to 255 characters';
const VERSION_RULE = 'must be a version such as 1.10.0 or v2.0-beta.1, of at most 64 characters';

/** The lists of an application, each with the required fields of an entry. */
const LISTS = {
  variables: { key: 'k', value: 'v' },
  functions: { name: 'f', source: 's' },
  versions: { version: '1.0', url: 'u' },
  data: { key: 'k', value: 'v' },
};
type List = keyof typeof LISTS;
const entry = (list: List, fields: object) => ({ [list]: [{ ...LISTS[list], ...fields }] });

const NAMES: [unknown, valid: boolean][] = [
  ['a', true],
  ['A-Za-z0-9_.-', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['a b', false],
  ['a/b', false],
  ['键', true],
  ['कुंजी.１', true],
  ['😀'.repeat(64), false],
  ['键'.repeat(64), true],
  ['键'.repeat(65), false],
  ['a\n', false],
  [undefined, false],
  [null, false],
  [1, false],
];
const LONG_TEXTS: [unknown, valid: boolean][] = [
  ['', true],
  [' \n\t"&=', true],
  [LONGEST, true],
  [`${LONGEST}x`, false],
  ['界'.repeat(21_846), false],
  [undefined, false],
  [null, false],
  [1, false],
  [{}, false],
];
const FLAGS: [unknown, valid: boolean][] = [
  [true, true],
  [false, true],
  [undefined, true],
  [null, false],
  [1, false],
  ['true', false],
];

const numbers = (min: number, max: number): [unknown, valid: boolean][] => [
  [min, true],
  [max, true],
  [null, true],
  [undefined, true],
  [min - 1, false],
  [max + 1, false],
  [min + 0.5, false],
  [String(min), false],
];

describe('parseApplyFile', () => {
  it('returns the variables, functions, versions and data of a valid file', () => {
    const application = {
      name: 'App',
      variables: [
        { key: 'k', value: '' },
        { key: 'K.1_-', value: LONGEST, check: null, card_auth: true },
      ],
      functions: [
        { name: 'f', source: 'function f() {}' },
        { name: 'g', source: '', enabled: false, timeout_ms: 60_000, memory_mb: null },
      ],
      versions: [
        { version: '1.0', url: 'https://example.com' },
        { channel: 'beta', version: 'v1.0', url: 'u', notice: '新', released: false },
      ],
      data: [
        { key: 'k', value: '' },
        { key: 'k', value: 'v', scope: 'card', card: '卡 1' },
      ],
    };
    const { applications } = parseApplyFile(JSON.stringify({ applications: [application] }));
    expect(JSON.parse(JSON.stringify(applications))).toEqual([application]);
  });

  describe.each<[List, field: string, rule: string, [value: unknown, valid: boolean][]]>([
    ['variables', 'key', NAME_RULE, NAMES],
    ['variables', 'value', BYTES_RULE, LONG_TEXTS],
    ['variables', 'card_auth', FLAG_RULE, FLAGS],
    [
      'variables',
      'check',
      CHECK_RULE,
      [
        ['md5', true],
        [' fixed text ', true],
        ['界'.repeat(255), true],
        [null, true],
        [undefined, true],
        ['', false],
        ['x'.repeat(256), false],
        [7, false],
      ],
    ],
    ['functions', 'name', NAME_RULE, NAMES],
    ['functions', 'source', BYTES_RULE, LONG_TEXTS],
    ['functions', 'enabled', FLAG_RULE, FLAGS],
    ['functions', 'timeout_ms', 'must be a whole number from 1 to 60000', numbers(1, 60_000)],
    ['functions', 'memory_mb', 'must be a whole number from 8 to 1024', numbers(8, 1024)],
    [
      'versions',
      'version',
      VERSION_RULE,
      [
        ['1', true],
        ['v1.2.3.4-beta.1+build', true],
        ['9'.repeat(64), true],
        ['9'.repeat(65), false],
        ['', false],
        ['latest', false],
        ['1.0 ', false],
        [undefined, false],
        [null, false],
        [1.1, false],
      ],
    ],
    [
      'versions',
      'channel',
      NAME_RULE.replace('64', '32'),
      [
        ['beta', true],
        ['x'.repeat(32), true],
        [undefined, true],
        ['x'.repeat(33), false],
        ['', false],
        ['a b', false],
        [null, false],
      ],
    ],
    [
      'versions',
      'url',
      'must be 1 to 2048 characters without line breaks, invisible characters, or leading or trailing white space',
      [
        ['https://example.com/?a=1&b=新', true],
        ['x'.repeat(2048), true],
        ['x'.repeat(2049), false],
        ['', false],
        [' u', false],
        ['u\n', false],
        [undefined, false],
        [null, false],
      ],
    ],
    [
      'versions',
      'notice',
      BYTES_RULE,
      [[undefined, true], ...LONG_TEXTS.filter(([text]) => text !== undefined)],
    ],
    ['versions', 'released', FLAG_RULE, FLAGS],
    ['data', 'key', NAME_RULE, NAMES],
    ['data', 'value', BYTES_RULE, LONG_TEXTS],
    [
      'data',
      'scope',
      'must be one of app, card',
      [
        ['app', true],
        [undefined, true],
        ['user', false],
        ['', false],
        [null, false],
      ],
    ],
  ])('%s[].%s', (list, field, rule, values) => {
    it.each(values)('%j: %s', (value, valid) => {
      expect(faultsOf(entry(list, { [field]: value }))).toEqual(valid ? [] : [`${list}[0].${field} ${rule}`]);
    });
  });

  describe.each(Object.keys(LISTS) as List[])('%s', (list) => {
    it.each([
      [{}, `${list} must be a list`],
      [null, `${list} must be a list`],
      ['text', `${list} must be a list`],
      [[1], `${list}[0] must be an object`],
      [[null], `${list}[0] must be an object`],
      [[[]], `${list}[0] must be an object`],
    ])('%j is refused', (value, fault) => {
      expect(faultsOf({ [list]: value })).toEqual([fault]);
    });

    it('may be empty', () => {
      expect(faultsOf({ [list]: [] })).toEqual([]);
    });

    it.each(['id', 'note', 'createdAt'])('refuses the unknown field %s', (field) => {
      expect(faultsOf(entry(list, { [field]: 1 }))).toEqual([`${list}[0].${field} is not a known field`]);
    });

    it('names the place, whichever entry it is', () => {
      const entries = [LISTS[list], { ...LISTS[list], colour: 'red' }];
      expect(faultsOf({ [list]: entries })).toEqual([`${list}[1].colour is not a known field`]);
    });
  });

  it('refuses the version of a function, which only the server sets', () => {
    expect(faultsOf(entry('functions', { version: 2 }))).toEqual([
      'functions[0].version is not a known field',
    ]);
  });

  describe('requires a card for data of the scope card, and refuses it elsewhere', () => {
    const CARD_RULE =
      'must be 1 to 64 characters without line breaks, invisible characters, or leading or trailing white space';
    it.each<[object, string[]]>([
      [{ scope: 'card', card: 'C' }, []],
      [{ scope: 'card' }, ['data[0].card is required for the scope card']],
      [{ scope: 'app', card: 'C' }, ['data[0].card is allowed only for the scope card']],
      [{ card: 'C' }, ['data[0].card is allowed only for the scope card']],
      [{ scope: 'card', card: null }, [`data[0].card ${CARD_RULE}`]],
      [{ scope: 'card', card: '' }, [`data[0].card ${CARD_RULE}`]],
      [{ scope: 'card', card: 'C ' }, [`data[0].card ${CARD_RULE}`]],
    ])('%j', (fields, faults) => {
      expect(faultsOf(entry('data', fields))).toEqual(faults);
    });
  });

  describe('finds duplicates', () => {
    const many = (list: List, ...entries: object[]) => ({
      [list]: entries.map((fields) => ({ ...LISTS[list], ...fields })),
    });
    it.each<[string, object, string[]]>([
      [
        'variables',
        many('variables', { key: 'a' }, { key: 'b' }, { key: 'a' }),
        ['variables[2] repeats the variable a'],
      ],
      ['functions', many('functions', { name: 'f' }, { name: 'f' }), ['functions[1] repeats the function f']],
      ['data', many('data', { key: 'a' }, { key: 'a', scope: 'app' }), ['data[1] repeats the data a']],
      [
        'data of one card',
        many('data', { scope: 'card', card: 'C' }, { scope: 'card', card: 'C' }),
        ['data[1] repeats the data k of the card C'],
      ],
      [
        'versions',
        many('versions', { version: '1.0' }, { version: '1.0', channel: 'stable' }),
        ['versions[1] repeats the version 1.0 of the channel stable'],
      ],
      [
        'two texts of one version',
        many(
          'versions',
          { version: 'v1.0' },
          { version: '1.0.0' },
          { version: '1' },
          { version: '1.0+build' },
        ),
        [1, 2, 3].map((i) => `versions[${i}] repeats the version v1.0 of the channel stable`),
      ],
    ])('%s', (_, fields, faults) => {
      expect(faultsOf(fields)).toEqual(faults);
    });

    it.each<[string, object]>([
      ['keys that only look alike', many('variables', { key: 'a' }, { key: 'A' }, { key: 'a.' })],
      [
        'data of the application and of cards',
        many(
          'data',
          {},
          { scope: 'card', card: 'C' },
          { scope: 'card', card: 'c' },
          { scope: 'card', card: 'k' },
        ),
      ],
      ['versions of two channels', many('versions', {}, { channel: 'beta' }, { channel: 'Stable' })],
      ['a version and its pre-release', many('versions', { version: '1.0' }, { version: '1.0-beta' })],
      ['one name in two lists', { ...many('variables', {}), ...many('data', {}) }],
    ])('but not %s', (_, fields) => {
      expect(faultsOf(fields)).toEqual([]);
    });
  });
});
