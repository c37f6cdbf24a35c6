import { describe, expect, it } from '@jest/globals';
import { fileFaults } from '../../../test/support/file-faults.js';
import { parseApplyFile } from './parse-apply-file.js';

const KEY = 'abcdefghij0123456789';
const SECRET = 'abcdefghijABCDEFGHIJ0123456789xy';
const DAY = { unit: 'days', amount: 1 };

const application = (fields: object) => ({ applications: [{ name: 'App', ...fields }] });
const cardType = (fields: object) => application({ card_types: [{ name: 'T', duration: DAY, ...fields }] });
const duration = (value: unknown) => application({ card_types: [{ name: 'T', duration: value }] });
const card = (fields: object) => application({ cards: [{ card: 'C', card_type: 'T', ...fields }] });

describe('parseApplyFile', () => {
  it('takes a file that begins with a byte order mark', () => {
    expect(parseApplyFile('\uFEFF{"applications":[]}')).toEqual({ applications: [] });
  });

  it('returns the content of a valid file', () => {
    const file = {
      applications: [
        {
          name: '应用 🔑',
          app_key: KEY,
          app_secret: SECRET,
          enabled: false,
          sign_mode: 'hmac-sha256',
          response_signature: 'ed25519',
          clock_leeway_sec: 300,
          language: 'zh-CN',
          time_zone: 'Europe/Berlin',
          heartbeat_timeout_sec: 30,
          hg: 29,
          multi_open_policy: 'kick_oldest',
          unbind_policy: 'add_hours',
          unbind_hours: 87_660,
          default_unbind_limit: 0,
          config: '{"a":1}',
          notice: '',
          card_types: [
            {
              name: 'Month',
              duration: { unit: 'months', amount: 1 },
              max_sessions: 0,
              max_devices: 0,
              unbind_limit: 3,
            },
            { name: 'For ever', duration: { unit: 'permanent' } },
          ],
          cards: [{ card: 'C1', card_type: 'Month', frozen: true, config: '{}', unbind_limit: null }],
        },
        { name: 'Bare' },
      ],
    };
    expect(JSON.parse(JSON.stringify(parseApplyFile(JSON.stringify(file))))).toEqual(file);
  });

  it('takes a file with no applications', () => {
    expect(parseApplyFile('{"applications":[]}')).toEqual({ applications: [] });
  });

  describe('refuses other files', () => {
    it.each(['', '{', '{"applications":[],}', "{'applications':[]}", 'applications: []'])(
      '%j: no JSON',
      (text) => {
        expect(fileFaults(text)).toEqual([expect.stringMatching(/^The file is not valid JSON: ./)]);
      },
    );
    it.each(['[]', 'null', '1', '"text"', 'true'])('%s: no object', (text) => {
      expect(fileFaults(text)).toEqual(['The file must contain an object: {"applications": […]}']);
    });
    it.each([
      [{}, 'applications is required'],
      [{ applications: null }, 'applications is required'],
      [{ applications: {} }, 'applications must be a list'],
      [{ applications: 'App' }, 'applications must be a list'],
      [{ applications: [1] }, 'applications[0] must be an object'],
      [{ applications: [null] }, 'applications[0] must be an object'],
      [{ applications: [[]] }, 'applications[0] must be an object'],
      [{ applications: [[{ name: 'a' }]] }, 'applications[0] must be an object'],
      [application({ cards: [[]] }), 'applications[0].cards[0] must be an object'],
      [{ applications: [{ name: 'a' }, 'b'] }, 'applications[1] must be an object'],
    ])('%j', (content, fault) => {
      expect(fileFaults(content)).toEqual([fault]);
    });
  });

  describe('refuses unknown fields', () => {
    it.each<[object, string]>([
      [{ applications: [], version: 1 }, 'version is not a known field'],
      [application({ appKey: KEY }), 'applications[0].appKey is not a known field'],
      [cardType({ max_session: 1 }), 'applications[0].card_types[0].max_session is not a known field'],
      [duration({ ...DAY, days: 1 }), 'applications[0].card_types[0].duration.days is not a known field'],
      [card({ expires: 1 }), 'applications[0].cards[0].expires is not a known field'],
      [card({ duration: DAY }), 'applications[0].cards[0].duration is not a known field'],
    ])('%j', (content, fault) => {
      expect(fileFaults(content)).toEqual([fault]);
    });

    it('but accepts __proto__, which sets nothing', () => {
      const text = '{"applications":[{"name":"App","__proto__":{"enabled":false}}]}';
      expect(parseApplyFile(text).applications[0]!.enabled).toBeUndefined();
    });
  });

  it('lists every fault at once, each with its place', () => {
    const file = {
      applications: [
        { name: '', enabled: 1, card_types: [{ name: 'T', duration: {} }, { name: 'U' }] },
        { name: 'b', cards: [{ card: 'C', card_type: 'T' }, { card: '' }], colour: 'red' },
      ],
    };
    const faults = fileFaults(file);
    expect(faults.map((fault) => fault.slice(0, fault.indexOf(' '))).toSorted()).toEqual([
      'applications[0].card_types[0].duration.unit',
      'applications[0].card_types[1].duration',
      'applications[0].enabled',
      'applications[0].name',
      'applications[1].cards[1].card',
      'applications[1].cards[1].card_type',
      'applications[1].colour',
    ]);
  });

  it('shows a person the faults as a list', () => {
    expect(() => parseApplyFile(JSON.stringify(application({ enabled: 1, hg: 0 })))).toThrow(
      [
        'Nothing was applied:',
        '  - applications[0].enabled must be true or false',
        '  - applications[0].hg must be a whole number from 1 to 86400',
      ].join('\n'),
    );
  });

  describe('finds duplicates', () => {
    it.each<[string, object, string[]]>([
      [
        'an application by name',
        { applications: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] },
        ['applications[2] repeats the application a'],
      ],
      [
        'an application by app_key',
        {
          applications: [
            { name: 'a', app_key: KEY },
            { name: 'b', app_key: KEY },
          ],
        },
        [`applications[1] repeats the application ${KEY}`],
      ],
      [
        'a card type',
        application({ card_types: ['T', 'U', 'T'].map((name) => ({ name, duration: DAY })) }),
        ['applications[0].card_types[2] repeats the card type T'],
      ],
      [
        'cards',
        application({ cards: ['C', 'C', 'D', 'D'].map((name) => ({ card: name, card_type: 'T' })) }),
        ['applications[0].cards[1] repeats the card C', 'applications[0].cards[3] repeats the card D'],
      ],
    ])('%s', (_, content, faults) => {
      expect(fileFaults(content)).toEqual(faults);
    });

    it('but accepts names that only look alike, or that belong to another application', () => {
      const card_types = [{ name: 'T', duration: DAY }];
      const cards = ['a', 'A', 'á'].map((name) => ({ card: name, card_type: 'T' }));
      const applications = [
        { name: 'a', card_types, cards },
        { name: 'A', card_types, cards },
      ];
      expect(fileFaults({ applications })).toEqual([]);
    });

    it('but accepts two applications with the same name that have keys', () => {
      const other = KEY.replace('a', 'z');
      expect(
        fileFaults({
          applications: [
            { name: 'a', app_key: KEY },
            { name: 'a', app_key: other },
          ],
        }),
      ).toEqual([]);
    });
  });

  describe('bounds durations to a hundred years', () => {
    it.each([
      ['minutes', 52_596_000],
      ['hours', 876_600],
      ['days', 36_525],
      ['months', 1200],
      ['years', 100],
    ])('%s: %d', (unit, most) => {
      expect(fileFaults(duration({ unit, amount: 1 }))).toEqual([]);
      expect(fileFaults(duration({ unit, amount: most }))).toEqual([]);
      const fault =
        unit === 'minutes' ? /amount must be/ : `amount must be at most ${most} for ${unit} (100 years)`;
      expect(fileFaults(duration({ unit, amount: most + 1 }))).toEqual([
        expect.stringMatching(/^applications\[0\]\.card_types\[0\]\.duration\.amount must be /),
      ]);
      expect(fileFaults(duration({ unit, amount: most + 1 }))[0]).toMatch(fault);
    });

    it.each([
      [{ unit: 'permanent' }],
      [{ unit: 'permanent', amount: null }],
      [{ unit: 'permanent', amount: 5 }],
    ])('permanent needs no amount: %j', (value) => {
      expect(fileFaults(duration(value))).toEqual([]);
    });
  });

  it('accepts null where null has a meaning', () => {
    expect(fileFaults(application({ hg: null, default_unbind_limit: null }))).toEqual([]);
    expect(fileFaults(cardType({ unbind_limit: null }))).toEqual([]);
    expect(fileFaults(card({ unbind_limit: null, config: null }))).toEqual([]);
  });

  it('distinguishes null from omitted fields', () => {
    const [first, second] = parseApplyFile(
      '{"applications":[{"name":"a","hg":null},{"name":"b"}]}',
    ).applications;
    expect(first!.hg).toBeNull();
    expect(second!.hg).toBeUndefined();
  });
});
