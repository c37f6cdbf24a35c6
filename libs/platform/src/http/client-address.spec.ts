import { describe, expect, it } from '@jest/globals';
import { isSharedAddress } from './client-address.js';

describe('isSharedAddress', () => {
  it.each<[address: string, forwarded: string | undefined, remote: string, is: boolean]>([
    ['127.0.0.1', undefined, '127.0.0.1', true],
    ['127.0.0.1', '192.0.2.1', '127.0.0.1', true],
    ['::1', undefined, '::1', true],
    ['::ffff:127.0.0.1', undefined, '::ffff:127.0.0.1', true],
    ['10.1.2.3', '192.0.2.1', '10.1.2.3', true],
    ['::ffff:172.17.0.1', '192.0.2.1', '::ffff:172.17.0.1', true],
    ['fd00::1', '192.0.2.1', 'fd00::1', true],
    // Clients in the same network, and those named by a trusted proxy.
    ['10.1.2.3', undefined, '10.1.2.3', false],
    ['192.0.2.1', '192.0.2.1', '127.0.0.1', false],
    ['10.1.2.3', '10.1.2.3', '127.0.0.1', false],
    // A header from outside proves nothing.
    ['192.0.2.1', '198.51.100.1', '192.0.2.1', false],
    ['', undefined, '', false],
  ])('%s, forwarded for %s by %s: %s', (address, forwarded, remoteAddress, is) => {
    const headers = { ...(forwarded && { 'x-forwarded-for': forwarded }) };
    expect(isSharedAddress({ headers, socket: { remoteAddress } }, address)).toBe(is);
  });
});
