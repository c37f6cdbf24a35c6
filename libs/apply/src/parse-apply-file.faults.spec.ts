import { describe, expect, it } from '@jest/globals';
import { fileFaults } from '../../../test/support/file-faults.js';

const KEY = 'abcdefghij0123456789';
const SECRET = 'abcdefghijABCDEFGHIJ0123456789xy';
const DAY = { unit: 'days', amount: 1 };

const application = (fields: object) => ({ applications: [{ name: 'App', ...fields }] });
const cardType = (fields: object) => application({ card_types: [{ name: 'T', duration: DAY, ...fields }] });
const card = (fields: object) => application({ cards: [{ card: 'C', card_type: 'T', ...fields }] });

const NAME_RULE =
  'must be 1 to 100 characters without line breaks, invisible characters, or leading or trailing white space';

const MASK_RULE =
  'key_mask must be 1 to 64 printable characters with at least 4 *, such as VIP-****-****-****-****';
const PRICE_RULE =
  'price_note must be 1 to 200 characters without line breaks, invisible characters, or leading or trailing white space';

const HOSTS_RULE =
  'compat_hosts must be a list of at most 10 different hosts in lowercase, each with an optional port, such as api.example.com:8080';
const FEATURE_NAME_RULE =
  'a name has 1 to 64 characters: letters and digits of any script, _, . and -, and is no built-in name such as constructor';

describe('parseApplyFile', () => {
  describe('names the feature that is wrong', () => {
    const NO_MAP =
      'must be an object whose values are texts, numbers, true or false, such as {"export":true}';
    it.each<[features: unknown, fault: string]>([
      [null, NO_MAP],
      ['{}', NO_MAP],
      [[], NO_MAP],
      [{ seats: null }, 'must have a text, a number, true or false as the value of seats'],
      [{ ok: 1, seats: {} }, 'must have a text, a number, true or false as the value of seats'],
      [{ 'a b': 1 }, `contains the name a b; ${FEATURE_NAME_RULE}`],
      [JSON.parse('{"constructor":1}'), `contains the name constructor; ${FEATURE_NAME_RULE}`],
      [JSON.parse('{"__proto__":1}'), `contains the name __proto__; ${FEATURE_NAME_RULE}`],
      [{ text: 'x'.repeat(4096) }, 'must be at most 4096 bytes as JSON'],
    ])('%j', (features, fault) => {
      expect(fileFaults(cardType({ features }))).toEqual([`applications[0].card_types[0].features ${fault}`]);
      expect(fileFaults(card({ features }))).toEqual([`applications[0].cards[0].features ${fault}`]);
    });
  });

  describe('names the place of a fault in an application', () => {
    it.each<[object, string]>([
      [{ name: undefined }, `name ${NAME_RULE}`],
      [{ name: '' }, `name ${NAME_RULE}`],
      [{ name: ' App' }, `name ${NAME_RULE}`],
      [{ name: 'App\n' }, `name ${NAME_RULE}`],
      [{ name: 'a\u0000b' }, `name ${NAME_RULE}`],
      [{ name: 'a\u200bb' }, `name ${NAME_RULE}`],
      [{ name: 'x'.repeat(101) }, `name ${NAME_RULE}`],
      [{ name: 7 }, `name ${NAME_RULE}`],
      [{ name: null }, `name ${NAME_RULE}`],
      [{ app_key: 'short' }, 'app_key must be 20 characters of a-z and 0-9'],
      [{ app_key: KEY.toUpperCase() }, 'app_key must be 20 characters of a-z and 0-9'],
      [{ app_key: null }, 'app_key must be 20 characters of a-z and 0-9'],
      [{ app_key: `${KEY}\n` }, 'app_key must be 20 characters of a-z and 0-9'],
      [{ app_secret: SECRET.slice(1) }, 'app_secret must be 32 characters of A-Z, a-z and 0-9'],
      [{ app_secret: `${SECRET.slice(1)}-` }, 'app_secret must be 32 characters of A-Z, a-z and 0-9'],
      [{ enabled: 'yes' }, 'enabled must be true or false'],
      [{ enabled: null }, 'enabled must be true or false'],
      [{ enabled: 1 }, 'enabled must be true or false'],
      [{ sign_mode: 'sha1' }, 'sign_mode must be one of md5, hmac-sha256, hmac-sha256-path'],
      [{ sign_mode: null }, 'sign_mode must be one of md5, hmac-sha256, hmac-sha256-path'],
      [{ response_signature: 'true' }, 'response_signature must be one of off, digest, ed25519'],
      [{ clock_leeway_sec: -1 }, 'clock_leeway_sec must be a whole number from 0 to 300'],
      [{ clock_leeway_sec: 301 }, 'clock_leeway_sec must be a whole number from 0 to 300'],
      [{ clock_leeway_sec: '5' }, 'clock_leeway_sec must be a whole number from 0 to 300'],
      [{ compat: 'other' }, 'compat must be one of none, paojiaoyun'],
      [{ compat_hosts: 'a' }, HOSTS_RULE],
      [{ compat_hosts: ['A'] }, HOSTS_RULE],
      [{ compat_hosts: ['a', 'a'] }, HOSTS_RULE],
      [{ compat_hosts: [{}] }, HOSTS_RULE],
      [{ language: 'fr' }, 'language must be one of en, zh-CN'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone must be an IANA time zone such as Asia/Shanghai'],
      [{ time_zone: '' }, 'time_zone must be an IANA time zone such as Asia/Shanghai'],
      [{ heartbeat_timeout_sec: 29 }, 'heartbeat_timeout_sec must be a whole number from 30 to 86400'],
      [{ heartbeat_timeout_sec: 86_401 }, 'heartbeat_timeout_sec must be a whole number from 30 to 86400'],
      [{ heartbeat_timeout_sec: 60.5 }, 'heartbeat_timeout_sec must be a whole number from 30 to 86400'],
      [{ heartbeat_timeout_sec: null }, 'heartbeat_timeout_sec must be a whole number from 30 to 86400'],
      [{ hg: 0 }, 'hg must be a whole number from 1 to 86400'],
      [{ multi_open_policy: 'ask' }, 'multi_open_policy must be one of refuse, kick_oldest'],
      [
        { unbind_policy: 'never' },
        'unbind_policy must be one of unbind_only, reset_to_unused, deduct_hours, add_hours, disabled',
      ],
      [{ unbind_hours: -1 }, 'unbind_hours must be a whole number from 0 to 87660'],
      [{ default_unbind_limit: 1_000_001 }, 'default_unbind_limit must be a whole number from 0 to 1000000'],
      [{ config: { a: 1 } }, 'config must be text of at most 65536 bytes'],
      [{ config: null }, 'config must be text of at most 65536 bytes'],
      [{ notice: '卡'.repeat(21_846) }, 'notice must be text of at most 65536 bytes'],
      [{ card_types: {} }, 'card_types must be a list'],
      [{ card_types: null }, 'card_types must be a list'],
      [{ card_types: [1] }, 'card_types[0] must be an object'],
      [{ cards: 'C1' }, 'cards must be a list'],
      [{ cards: [null] }, 'cards[0] must be an object'],
    ])('%j', (fields, fault) => {
      expect(fileFaults(application(fields))).toEqual([`applications[0].${fault}`]);
    });

    it('names the index of the application', () => {
      const applications = [{ name: 'a' }, { name: 'b' }, { name: 'c', enabled: 0 }];
      expect(fileFaults({ applications })).toEqual(['applications[2].enabled must be true or false']);
    });
  });

  describe('names the place of a fault in a card type', () => {
    it.each<[object, string]>([
      [{ name: '' }, `name ${NAME_RULE}`],
      [{ max_sessions: -1 }, 'max_sessions must be a whole number from 0 to 1000000'],
      [{ max_sessions: null }, 'max_sessions must be a whole number from 0 to 1000000'],
      [{ max_devices: 1.5 }, 'max_devices must be a whole number from 0 to 1000000'],
      [{ unbind_limit: '3' }, 'unbind_limit must be a whole number from 0 to 1000000'],
      [{ key_mask: 'VIP-***' }, MASK_RULE],
      [{ key_mask: '*'.repeat(65) }, MASK_RULE],
      [{ price_note: '' }, PRICE_RULE],
      [{ price_note: 'x'.repeat(201) }, PRICE_RULE],
      [{ duration: undefined }, 'duration is required'],
      [{ duration: null }, 'duration is required'],
      [{ duration: 30 }, 'duration must be an object'],
      [{ duration: 'month' }, 'duration must be an object'],
      [{ duration: [] }, 'duration must be an object'],
      [{ duration: [DAY] }, 'duration must be an object'],
      [{ duration: {} }, 'duration.unit must be one of minutes, hours, days, months, years, permanent'],
      [
        { duration: { unit: 'weeks', amount: 1 } },
        'duration.unit must be one of minutes, hours, days, months, years, permanent',
      ],
      [
        { duration: { unit: 'days', amount: 0 } },
        'duration.amount must be a whole number from 1 to 52596000',
      ],
      [
        { duration: { unit: 'days', amount: '1' } },
        'duration.amount must be a whole number from 1 to 52596000',
      ],
      [
        { duration: { unit: 'days', amount: 0.5 } },
        'duration.amount must be a whole number from 1 to 52596000',
      ],
      [{ duration: { unit: 'days' } }, 'duration.amount is required for days'],
      [{ duration: { unit: 'days', amount: null } }, 'duration.amount is required for days'],
    ])('%j', (fields, fault) => {
      expect(fileFaults(cardType(fields))).toEqual([`applications[0].card_types[0].${fault}`]);
    });
  });

  describe('names the place of a fault in a card', () => {
    const rule =
      'must be 1 to 64 characters without line breaks, invisible characters, or leading or trailing white space';
    const json = 'config must be a string of valid JSON, such as "{\\"level\\":1}"';
    it.each<[object, string]>([
      [{ card: undefined }, `card ${rule}`],
      [{ card: 'x'.repeat(65) }, `card ${rule}`],
      [{ card: 'C ' }, `card ${rule}`],
      [{ card: 12 }, `card ${rule}`],
      [{ card_type: undefined }, `card_type ${NAME_RULE}`],
      [{ frozen: null }, 'frozen must be true or false'],
      [{ frozen: 'no' }, 'frozen must be true or false'],
      [{ max_devices: null }, 'max_devices must be a whole number from 0 to 1000000'],
      [{ batch: 'x'.repeat(101) }, `batch ${NAME_RULE}`],
      [
        { note: ' x' },
        'note must be 1 to 500 characters without line breaks, invisible characters, or leading or trailing white space',
      ],
      [{ config: '' }, json],
      [{ config: 'level=1' }, json],
      [{ config: '{"a":1' }, json],
      [{ config: JSON.stringify('x'.repeat(65_535)) }, 'config must be text of at most 65536 bytes'],
    ])('%j', (fields, fault) => {
      expect(fileFaults(card(fields))).toEqual([`applications[0].cards[0].${fault}`]);
    });

    it('accepts any text as configuration if clients of another service store it', () => {
      const cards = [{ card: 'C', card_type: 'T', config: 'level=1' }];
      expect(fileFaults(application({ cards, compat: 'paojiaoyun' }))).toEqual([]);
      expect(fileFaults(application({ cards, compat: 'none' }))).toHaveLength(1);
    });

    it('names the index of the card', () => {
      const cards = Array.from({ length: 20 }, (_, i) => ({ card: i === 12 ? '' : `C${i}`, card_type: 'T' }));
      expect(fileFaults(application({ cards }))).toEqual([`applications[0].cards[12].card ${rule}`]);
    });
  });
});
