import { describe, expect, it } from '@jest/globals';
import { isAddressOrRange, parseAddress, parseRange } from './address-range.js';

describe('isAddressOrRange', () => {
  it.each([
    '1.2.3.4',
    '0.0.0.0/0',
    '10.0.0.0/8',
    '10.1.2.3/8',
    '1.2.3.4/32',
    '::',
    '::1',
    '::/0',
    '2001:db8::/32',
    '2001:DB8::1/64',
    '2001:db8:0:0:0:0:0:1/128',
    '::ffff:1.2.3.4',
    '::ffff:1.2.3.4/120',
    '::ffff:0:0/95',
    '::1.2.3.4',
  ])('accepts %s', (text) => {
    expect(isAddressOrRange(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/08',
    '1.2.3.4/8 ',
    ' 1.2.3.4',
    '1.2.3.4/8/8',
    '1.2.3.4/255.0.0.0',
    '1.2.3.*',
    '1.2.3.4-1.2.3.9',
    '::/129',
    '::/1000',
    '::ffff:1.2.3.4/129',
    '2001:db8',
    ':::',
    'fe80::1%eth0',
    'fe80::1%eth0/64',
    '[::1]',
    '1.2.3.4:80',
    'localhost',
    '1.2.3.4\n',
  ])('refuses %j', (text) => {
    expect(isAddressOrRange(text)).toBe(false);
  });
});

describe('parseAddress', () => {
  it.each([
    ['1.2.3.4', 'ipv4', '1.2.3.4'],
    ['::ffff:1.2.3.4', 'ipv4', '1.2.3.4'],
    ['::FFFF:102:304', 'ipv4', '1.2.3.4'],
    ['0:0:0:0:0:ffff:0102:0304', 'ipv4', '1.2.3.4'],
    ['::1.2.3.4', 'ipv6', '::1.2.3.4'],
    ['2001:DB8:0:0:0:0:0:1', 'ipv6', '2001:db8::1'],
    ['2001:db8::0001', 'ipv6', '2001:db8::1'],
  ])('normalizes %s to %s %s', (text, family, address) => {
    expect(parseAddress(text)).toEqual({ family, address });
  });

  it.each(['', 'x', '1.2.3.4/32', 'fe80::1%eth0'])('refuses %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});

describe('parseRange', () => {
  it.each([
    ['1.2.3.4', 'ipv4', '1.2.3.4', 32],
    ['1.2.3.4/32', 'ipv4', '1.2.3.4', 32],
    ['1.2.3.4/31', 'ipv4', '1.2.3.4', 31],
    ['2001:DB8::1', 'ipv6', '2001:db8::1', 128],
    ['2001:db8::/32', 'ipv6', '2001:db8::', 32],
    ['::ffff:1.2.3.4', 'ipv4', '1.2.3.4', 32],
    ['::ffff:1.2.3.0/120', 'ipv4', '1.2.3.0', 24],
    ['::ffff:0:0/96', 'ipv4', '0.0.0.0', 0],
    ['::ffff:0:0/95', 'ipv6', '::ffff:0:0', 95],
  ])('%s', (text, family, address, prefix) => {
    expect(parseRange(text)).toEqual({ family, address, prefix });
  });
});
