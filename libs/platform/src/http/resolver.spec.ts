import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pbkdf2 } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import type { Resolver as DnsResolver } from 'node:dns/promises';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { SystemResolver } from './resolver.js';

let nameServer: Socket;
/** Port of the name server that new resolvers use, as if the system's settings named it. */
let port: number;
const created: DnsResolver[] = [];

/** Asks this test's name server at `port` instead of the system's. */
class TestResolver extends SystemResolver {
  stop(): void {
    for (const dns of created.splice(0)) dns.cancel();
  }

  protected override createDns(): DnsResolver {
    const dns = super.createDns();
    dns.setServers([`127.0.0.1:${port}`]);
    created.push(dns);
    return dns;
  }
}

let resolver: TestResolver;

/** Answers only questions about `shop.example`, with 192.0.2.7. */
beforeAll(async () => {
  nameServer = createSocket('udp4');
  nameServer.on('message', (question, sender) => {
    const isAddress = question.readUInt16BE(question.indexOf(0, 12) + 1) === 1;
    if (!question.includes('\x04shop\x07example')) return;
    const end = question.indexOf(0, 12) + 5;
    const head = Buffer.from([
      ...question.subarray(0, 2),
      0x81,
      0x80,
      0,
      1,
      0,
      isAddress ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
    const answer = [head, question.subarray(12, end), ...(isAddress ? [record] : [])];
    nameServer.send(Buffer.concat(answer), sender.port, sender.address);
  });
  nameServer.bind(0, '127.0.0.1');
  await once(nameServer, 'listening');
  ({ port } = nameServer.address());
  resolver = new TestResolver();
});
afterAll(() => {
  resolver.stop();
  nameServer.close();
});

it('asks DNS for public names', async () => {
  expect(await resolver.resolve('shop.example', false)).toEqual([{ address: '192.0.2.7', family: 4 }]);
});

it('asks the new name servers after those of the system have changed', async () => {
  const closed = createSocket('udp4').bind(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port: right } = nameServer.address();
  ({ port } = closed.address());
  closed.close();
  const moved = new TestResolver();
  const ask = () => moved.resolve('shop.example', false);
  await expect(ask()).rejects.toThrow('shop.example has no address');
  port = right;
  await expect(ask()).rejects.toThrow('shop.example has no address');
  expect(await ask()).toEqual([{ address: '192.0.2.7', family: 4 }]);
});

it('asks the operating system for internal names', async () => {
  const found = await resolver.resolve('localhost', true);
  expect(found.map(({ address }) => address)).toContain('127.0.0.1');
});

it('leaves the threads to password hashes while name servers do not answer', async () => {
  let ended = 0;
  const asked = Array.from({ length: 50 }, (_, i) =>
    resolver.resolve(`silent-${i}.example`, false).catch(() => ended++),
  );
  await promisify(pbkdf2)('password', 'salt', 1, 32, 'sha256');
  expect(ended).toBe(0);
  resolver.stop();
  await Promise.all(asked);
  expect(ended).toBe(50);
});
