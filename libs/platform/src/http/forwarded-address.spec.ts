import { describe, expect, it } from '@jest/globals';
import { forwardedAddress } from './forwarded-address.js';

describe('forwardedAddress', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4:5678', '1.2.3.4'],
    ['1.2.3.4:', '1.2.3.4'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8::1', '2001:DB8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[::1]', '::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['"1.2.3.4:80"', '1.2.3.4'],
    ['::ffff:1.2.3.4', '::ffff:1.2.3.4'],
    ['[::ffff:1.2.3.4]:80', '::ffff:1.2.3.4'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
    ['FE80::1%3', 'FE80::1'],
    [' 1.2.3.4 ', '1.2.3.4'],
  ])('reads %j as %s', (entry, address) => {
    expect(forwardedAddress(entry)).toBe(address);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4:x',
    '1.2.3.4:123456',
    '1.2.3.4:80:80',
    '[1.2.3.4]',
    '[1.2.3.4]:80',
    '[2001:db8::1',
    '2001:db8::1]:80',
    '[2001:db8::1]80',
    '[]',
    '[]:80',
    'example.com:80',
    '1.2.3.4 5.6.7.8',
    '"1.2.3.4',
    '10.1.2.3%x',
    '10.1.2.3%',
    '::ffff:10.1.2.3%x',
    '2001:db8::1%x',
    '[2001:db8::1%x]:80',
    'fe80::1%',
    'fe80::1%a b',
    'fe80::1%a%b',
    '10.1.2.3\u00a0',
    `${'9'.repeat(15_000)}:80`,
  ])('finds no address in %j', (entry) => {
    expect(forwardedAddress(entry)).toBeUndefined();
  });
});
