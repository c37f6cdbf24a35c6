import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RawSocket } from '../../../../test/support/raw-socket.js';
import { eventually } from '../../../../test/support/server-process.js';
import { answerInTurn } from './answer-in-turn.js';
import { answerBrokenRequests } from './answer-broken-requests.js';
import { CONNECTION_LIMITS, limitConnections } from './limit-connections.js';

const SHORT = {
  ...CONNECTION_LIMITS,
  headersTimeout: 100,
  requestTimeout: 200,
  timeout: 300,
  keepAliveTimeout: 100,
  keepAliveTimeoutBuffer: 0,
  connectionsCheckingInterval: 20,
};
/** Limits for tests in which no connection may be closed for being slow. */
const PATIENT = { headersTimeout: 60_000, requestTimeout: 60_000, timeout: 60_000, keepAliveTimeout: 60_000 };
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n';
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const MAX = 3;
const PROXY = '127.0.0.4';

const takeTurns = answerInTurn(() => undefined);

describe('a connection', () => {
  let server: Server;
  let url: string;
  let heard: IncomingMessage[];
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(true));
  beforeEach(async () => {
    heard = [];
    server = createServer((request, response) =>
      takeTurns(request, response, () => {
        heard.push(request);
        request
          .resume()
          .on('end', () => response.end(request.url === '/large' ? 'x'.repeat(50_000_000) : 'ok'));
      }),
    );
    limitConnections(server, MAX, (address) => address === PROXY, SHORT);
    answerBrokenRequests(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = async (bytes: string) => {
    const raw = await RawSocket.open(url);
    raw.write(bytes);
    return raw;
  };

  it.each([
    ['says nothing', '', 408],
    ['does not end its headers', 'GET / HTTP/1.1\r\nX', 408],
    ['does not end its body', `${HEAD}1`, 408],
    ['sends a body byte by byte', HEAD, 408],
  ])('that %s is ended in time', async (name, bytes, status) => {
    const raw = await send(bytes);
    const drip = setInterval(() => name.endsWith('byte') && raw.write('1'), 60);
    expect(await raw.closed(5000)).toBe(true);
    clearInterval(drip);
    const { text, statuses } = await raw.answer();
    expect(statuses).toEqual([status]);
    expect(text).toContain('"message":"the request took too long to arrive"');
  });

  it('that waits for another request is ended in time', async () => {
    Object.assign(server, PATIENT, { keepAliveTimeout: SHORT.keepAliveTimeout });
    const raw = await send(GET);
    expect(await raw.closed(5000)).toBe(true);
    expect((await raw.answer()).statuses).toEqual([200]);
  });

  it('that does not read its answer is ended in time', async () => {
    Object.assign(server, PATIENT, { timeout: SHORT.timeout });
    const begun = once(server, 'request');
    const raw = await send('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    raw.socket.pause();
    await begun;
    await once(heard[0]!.socket, 'close');
    raw.drop();
  });

  it('starts a request only after the answer to the previous request has been read', async () => {
    Object.assign(server, PATIENT);
    let arrived = 0;
    server.on('request', () => (arrived += 1));
    const raw = await RawSocket.open(url);
    raw.socket.pause();
    raw.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    await eventually(async () => arrived === 3 || undefined);
    expect(heard).toHaveLength(1);
    raw.socket.resume();
    await eventually(async () => heard.length === 3 || undefined);
    raw.drop();
  });

  it('that sends many requests at once is closed, and only its first request starts', async () => {
    Object.assign(server, PATIENT);
    const raw = await send('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    raw.socket.pause();
    await eventually(async () => heard.length > 0 || undefined);
    await eventually(async () => heard[0]!.socket.destroyed || undefined);
    expect(heard).toHaveLength(1);
    raw.drop();
  });

  it('keeps every header within the size limit', async () => {
    Object.assign(server, PATIENT);
    const raw = await send(`GET / HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(3000)}X-Last: here\r\n\r\n`);
    expect(await raw.statuses(1)).toEqual([200]);
    expect(heard[0]!.headers).toMatchObject({ 'x-last': 'here' });
  });

  describe('beyond the limit', () => {
    const fill = async (...from: string[]) => {
      const all = [];
      for (const address of from) {
        const raw = await RawSocket.open(url, address);
        raw.write(GET);
        await raw.statuses(1);
        all.push(raw);
      }
      return all;
    };
    const openOf = async (all: RawSocket[]) => {
      const left = () => all.filter(({ socket }) => !socket.destroyed);
      await eventually(async () => left().length < all.length || undefined);
      return left().map((raw) => all.indexOf(raw));
    };
    beforeEach(() => void Object.assign(server, PATIENT));

    it('replaces the longest-idle connection of the address with the most connections', async () => {
      const all = await fill('127.0.0.5', '127.0.0.2', '127.0.0.2');
      all[1]!.write(GET);
      await all[1]!.statuses(2);
      const another = await RawSocket.open(url, '127.0.0.3');
      another.write(GET);
      expect(await another.statuses(1)).toEqual([200]);
      expect(await openOf(all)).toEqual([0, 1]);
    });

    it('does not replace a connection with a request in progress if its address has an idle connection', async () => {
      const [slow] = await fill('127.0.0.2');
      slow!.write(HEAD);
      await eventually(async () => heard.length === 2 || undefined);
      const all = [slow!, ...(await fill('127.0.0.2', '127.0.0.2', '127.0.0.3'))];
      expect(await openOf(all)).toEqual([0, 2, 3]);
    });

    it('replaces no connection of a trusted proxy', async () => {
      const all = await fill(PROXY, PROXY, '127.0.0.2', '127.0.0.3');
      expect(await openOf(all)).toEqual([0, 1, 3]);
      all.push(...(await fill(PROXY)));
      await eventually(async () => all[3]!.socket.destroyed || undefined);
      const another = await RawSocket.open(url, '127.0.0.3');
      expect(await another.closed(5000)).toBe(true);
      expect([0, 1, 4].filter((at) => all[at]!.socket.destroyed)).toEqual([]);
    });
  });

  it('gets the error message before a response has begun, and never in the middle of a response', async () => {
    Object.assign(server, PATIENT);
    const wrong = await send('nonsense\r\n\r\n');
    expect(await wrong.closed(5000)).toBe(true);
    expect((await wrong.answer()).text).toContain('"message":"the request is not valid HTTP"');
    const raw = await send('GET /large HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    expect(await raw.closed(5000)).toBe(true);
    const { text } = await raw.answer();
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});
