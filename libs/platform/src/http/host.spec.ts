import { describe, expect, it } from '@jest/globals';
import { HOST_MAX_LENGTH, isHost, withoutPort } from './host.js';

const LONGEST = 'a'.repeat(253);

describe('isHost', () => {
  it.each([
    'a',
    'api.example.com',
    'API.Example.com:8080',
    '192.0.2.1:1',
    '[::1]',
    '[2001:db8::1]:65535',
    'a_b-c.d',
  ])('accepts %s', (text) => expect(isHost(text)).toBe(true));

  it('accepts a name of the maximum length, 253 characters, with a port', () => {
    expect(isHost(`${LONGEST}:65535`)).toBe(true);
    expect(`${LONGEST}:65535`).toHaveLength(HOST_MAX_LENGTH);
    expect(isHost(`${LONGEST}a`)).toBe(false);
  });

  it.each([
    '',
    '.a',
    'a.',
    'a:',
    'a:123456',
    'a:b',
    ':80',
    '::1',
    '[::1',
    'a b',
    'a/b',
    'a/v1/card/loginapp_key=1',
    'a?b',
    'a=b',
    'a&b',
    'a@b',
    'a%41',
    'a,b',
    'a\n',
    '例.com',
  ])('refuses %j', (text) => expect(isHost(text)).toBe(false));
});

describe('withoutPort', () => {
  it.each([
    ['a:80', 'a'],
    ['a', 'a'],
    ['[::1]', '[::1]'],
    ['[::1]:80', '[::1]'],
  ])('of %s', (host, name) => expect(withoutPort(host)).toBe(name));
});
