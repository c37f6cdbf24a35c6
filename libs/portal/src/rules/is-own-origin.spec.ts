import { describe, expect, it } from '@jest/globals';
import { isOwnOrigin } from './is-own-origin.js';

const HOST = 'cards.example.com';

describe('isOwnOrigin', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    // `Sec-Fetch-Site` takes precedence over `Origin`.
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://cards.example.com' }, false],
    [{ origin: 'https://cards.example.com' }, true],
    [{ origin: 'http://cards.example.com' }, true],
    [{ origin: 'https://cards.example.com:8443' }, false],
    [{ origin: 'https://example.com' }, false],
    [{ origin: 'https://cards.example.com.evil.org' }, false],
    [{ origin: 'null' }, false],
    [{ origin: '' }, false],
    [{}, true],
  ])('%j: %p', (headers, isOwn) => {
    expect(isOwnOrigin(headers, HOST)).toBe(isOwn);
  });

  it('ignores the case of the host, and knows its port', () => {
    expect(isOwnOrigin({ origin: 'https://cards.example.com:8443' }, 'Cards.Example.com:8443')).toBe(true);
    for (const origin of ['https://cards.example.com', 'null', 'data:x', ''])
      for (const host of [undefined, '']) expect(isOwnOrigin({ origin }, host)).toBe(false);
  });
});
