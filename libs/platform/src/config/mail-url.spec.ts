import { describe, expect, it } from '@jest/globals';
import { parseMailUrl } from './mail-url.js';

describe('the URL of a mail server', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: false, user: '', password: '' }],
    ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, tls: true }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525 }],
    ['smtp://[::1]:25', { host: '::1', port: 25 }],
    ['smtps://ann%40example.com:p%23%2F@mail', { user: 'ann@example.com', password: 'p#/', host: 'mail' }],
  ])('%s is read', (text, expected) => {
    expect(parseMailUrl(text)).toMatchObject(expected);
  });

  it.each([
    ['mail.example.com', 'must look like'],
    ['http://mail.example.com', 'must look like'],
    ['smtp://', 'must look like'],
    ['smtp://mail:0', 'invalid port'],
    ['smtp://mail:70000', 'must look like'],
    ['smtp://ann:p%zz@mail', '%25'],
    ['smtp://mail/path', 'must end after the host'],
    ['smtp://mail?secure=true', 'must end after the host'],
  ])('%s is refused', (text, message) => {
    expect(() => parseMailUrl(text)).toThrow(message);
  });

  it('is not repeated in the refusal, since it may contain a password', () => {
    expect(() => parseMailUrl('smtp://ann:secret#1@mail')).not.toThrow(/secret/);
    expect(() => parseMailUrl('smtp://ann:secret#1@mail')).toThrow();
  });
});
