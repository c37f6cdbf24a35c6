import { describe, expect, it } from '@jest/globals';
import { addressKey, siteOf } from './address-key.js';

describe('addressKey', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['admin 7', 'admin 7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['0:0:0:0:0:FFFF:10.0.0.2', '10.0.0.2'],
  ])('counts %s as %s', (from, key) => {
    expect(addressKey(from)).toBe(key);
  });
});

describe('siteOf', () => {
  it.each([
    ['2001:db8:1:2::3', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
    ['2001:db8:1:ffff::', '2001:db8:1'],
    ['10.0.0.1', undefined],
    ['::ffff:10.0.0.1', undefined],
    ['', undefined],
  ])('finds %s in %s', (from, site) => {
    expect(siteOf(addressKey(from))).toBe(site);
  });
});
