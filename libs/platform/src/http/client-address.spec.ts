import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { clientAddress, isSharedAddress } from './client-address.js';

describe('clientAddress', () => {
  const behind = (trusted: string[]) => express().set('trust proxy', trusted);
  const addressOf = (app: express.Application, remoteAddress: string, forwarded?: string) => {
    const headers = { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) };
    return clientAddress({ app, headers, socket: { remoteAddress } });
  };

  it.each<[forwarded: string | undefined, address: string]>([
    [undefined, '127.0.0.1'],
    ['10.1.2.3', '10.1.2.3'],
    ['10.1.2.3:5678', '10.1.2.3'],
    ['192.0.2.1, 10.1.2.3', '10.1.2.3'],
    ['192.0.2.1,10.1.2.3 ,\t10.9.0.1:80', '10.1.2.3'],
    ['10.9.0.2, 10.9.0.1', '10.9.0.2'],
    ['::ffff:10.1.2.3, ::ffff:10.9.0.1', '10.1.2.3'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    // Entries before the one that the proxy appended come from the client.
    [', 10.1.2.3', '10.1.2.3'],
    ['%, 10.1.2.3, 10.9.0.1', '10.1.2.3'],
    ['', '0.0.0.0'],
    [' , ', '0.0.0.0'],
    ['10.1.2.3, ', '0.0.0.0'],
    ['10.1.2.3,', '0.0.0.0'],
    ['10.1.2.3,\t', '0.0.0.0'],
    ['10.1.2.3, , 10.9.0.1', '0.0.0.0'],
    ['10.1.2.3, garbage', '0.0.0.0'],
    ['10.1.2.3%x', '0.0.0.0'],
    ['10.1.2.3, 10.9.0.1%x', '0.0.0.0'],
  ])('of %j from a trusted proxy is %s', (forwarded, address) => {
    expect(addressOf(behind(['loopback', '10.9.0.0/16']), '127.0.0.1', forwarded)).toBe(address);
  });

  it.each(['10.1.2.3', '10.1.2.3, ', ''])(
    "is the connection's address if the connection is not from a trusted proxy: %j",
    (forwarded) => {
      expect(addressOf(behind([]), '192.0.2.1', forwarded)).toBe('192.0.2.1');
      expect(addressOf(behind(['loopback']), '::ffff:192.0.2.1', forwarded)).toBe('192.0.2.1');
    },
  );

  it('is the forwarded address if the trusted proxy connects to an IPv6 socket over IPv4', () => {
    expect(addressOf(behind(['10.9.0.1']), '::ffff:10.9.0.1', '192.0.2.1')).toBe('192.0.2.1');
  });

  it('stays unknown if every address is a trusted proxy', () => {
    expect(addressOf(behind(['0.0.0.0/1', '128.0.0.0/1']), '192.0.2.1', '10.1.2.3, ')).toBe('0.0.0.0');
  });
});

describe('isSharedAddress', () => {
  it.each<[address: string, forwarded: string | undefined, remote: string, is: boolean]>([
    ['127.0.0.1', undefined, '127.0.0.1', true],
    ['127.0.0.1', '192.0.2.1', '127.0.0.1', true],
    ['::1', undefined, '::1', true],
    ['127.0.0.1', undefined, '::ffff:127.0.0.1', true],
    ['10.1.2.3', '192.0.2.1', '10.1.2.3', true],
    ['172.17.0.1', '192.0.2.1', '::ffff:172.17.0.1', true],
    ['fd00::1', '192.0.2.1', 'fd00::1', true],
    // Not shared: addresses of clients in the server's own network, and addresses that a trusted proxy sends.
    ['10.1.2.3', undefined, '10.1.2.3', false],
    ['192.0.2.1', '192.0.2.1', '127.0.0.1', false],
    ['10.1.2.3', '10.1.2.3', '127.0.0.1', false],
    // A header from a public address does not prove that there is a proxy.
    ['192.0.2.1', '198.51.100.1', '192.0.2.1', false],
    ['', undefined, '', false],
  ])('%s, forwarded for %s by %s: %s', (address, forwarded, remoteAddress, is) => {
    const headers = { ...(forwarded && { 'x-forwarded-for': forwarded }) };
    expect(isSharedAddress({ headers, socket: { remoteAddress } }, address)).toBe(is);
  });
});
