import { describe, expect, it } from '@jest/globals';
import { featuresFault, featuresText, hasFeature } from './features.js';

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i]));
/** Features with exactly this many bytes of JSON, almost all in 3-byte characters. */
const ofBytes = (bytes: number) => ({ a: '卡'.repeat((bytes - 8) / 3) + 'x'.repeat((bytes - 8) % 3) });

describe('featuresFault', () => {
  it.each<[what: string, features: object]>([
    ['none', {}],
    ['every kind of value', { text: 'a', empty: '', number: -1.5, zero: 0, yes: true, no: false }],
    ['names of any script', { 导出: true, 'a.b-c_9': 1, '0': 'x', ['x'.repeat(64)]: 1 }],
    ['names that are built-in only in other kinds of objects', { target: 1, then_: true, length: 1, '.': 1 }],
    ['32 names', many(32)],
    ['4,096 bytes', ofBytes(4096)],
  ])('accepts %s', (_, features) => {
    expect(featuresFault(features)).toBeUndefined();
  });

  it.each([undefined, null, 1, 'a', '{"a":true}', true, [], [{ a: 1 }]])('refuses %j', (value) => {
    expect(featuresFault(value)).toEqual({ code: 'features', params: {} });
  });

  it.each<[json: string, name: string]>([
    ['{"":1}', ''],
    ['{"a":1,"a b":1}', 'a b'],
    ['{"é½":1}', 'é½'],
    ['{"\\ud800":1}', '\ufffd'],
    [JSON.stringify({ ['x'.repeat(65)]: 1 }), 'x'.repeat(64)],
    ['{"__proto__":1}', '__proto__'],
    ['{"constructor":1}', 'constructor'],
    ['{"toString":1}', 'toString'],
    ['{"prototype":1}', 'prototype'],
  ])('refuses the name in %s', (json, name) => {
    expect(featuresFault(JSON.parse(json))).toEqual({ code: 'feature_name', params: { name, max: 64 } });
  });

  it.each([null, undefined, {}, [], ['a'], { b: 1 }, Number.NaN, Infinity, -Infinity, 1n, '\ud800'])(
    'refuses the value %p',
    (value) => {
      expect(featuresFault({ ok: 1, a: value })).toEqual({ code: 'feature_value', params: { name: 'a' } });
    },
  );

  it('refuses a number that JSON reads as infinite', () => {
    expect(featuresFault(JSON.parse('{"a":1e999}'))).toMatchObject({ code: 'feature_value' });
  });

  it('refuses too many features and too many bytes', () => {
    expect(featuresFault(many(33))).toEqual({ code: 'feature_count', params: { max: 32 } });
    expect(featuresFault(ofBytes(4097))).toEqual({ code: 'features_size', params: { max: 4096 } });
  });
});

describe('hasFeature', () => {
  const features = {
    yes: true,
    no: false,
    zero: 0,
    minus: -0,
    none: '',
    text: 'a',
    off: 'false',
    nil: '0',
    some: 0.1,
  };

  it.each(['yes', 'text', 'off', 'nil', 'some'])('is true for %s', (name) => {
    expect(hasFeature(features, name)).toBe(true);
  });

  it.each(['no', 'zero', 'minus', 'none', 'other', 'YES', '', 'constructor', '__proto__', 'toString'])(
    'is false for %j',
    (name) => {
      expect(hasFeature(features, name)).toBe(false);
      expect(hasFeature({}, name)).toBe(false);
    },
  );
});

describe('featuresText', () => {
  it('is JSON, or nothing', () => {
    expect(featuresText({ a: '卡', b: false })).toBe('{"a":"卡","b":false}');
    expect(featuresText({})).toBeUndefined();
  });
});
