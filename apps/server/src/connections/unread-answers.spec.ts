import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import express, { type Response } from 'express';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { RawSocket } from '../../../../test/support/raw-socket.js';
import { eventually } from '../../../../test/support/server-process.js';
import { answerInTurn } from './answer-in-turn.js';
import { UnreadAnswers } from './unread-answers.js';

/** Larger than the operating system's buffers for a connection. */
const ANSWER = Buffer.alloc(50_000_000, 'x');
const LIMIT = 100_000_000;
const PIECE = 1_000_000;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

let server: Server;
let url: string;
let served: Socket[];
let opened: RawSocket[];
beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(true));
beforeEach(async () => {
  const app = express();
  const unread = new UnreadAnswers(LIMIT);
  unread.watch(app);
  app.use(answerInTurn(unread.noteWaiting));
  app.get('/small', (_, response: Response) => void response.end('ok'));
  app.get('/hang', () => undefined);
  app.get('/end', (_, response: Response) => void response.end(ANSWER));
  app.get('/write', (_, response: Response) => {
    for (let at = 0; at < ANSWER.length; at += PIECE) response.write(ANSWER.subarray(at, at + PIECE));
  });
  server = app.listen(0, '127.0.0.1');
  served = [];
  opened = [];
  server.on('connection', (socket: Socket) => served.push(socket));
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const raw of opened) raw.drop();
  server.closeAllConnections();
  server.close();
});

const open = async (bytes: string) => {
  const raw = await RawSocket.open(url);
  opened.push(raw);
  raw.socket.pause();
  raw.write(bytes);
  await eventually(async () => served.length === opened.length || undefined);
  return served.at(-1)!;
};
const isOpen = (socket: Socket) => !socket.destroyed;
const unreadBytes = () => served.filter(isOpen).reduce((sum, { writableLength }) => sum + writableLength, 0);

it.each(['/end', '/write'])(
  'unread answers stay within a limit: the connections with the most unread data are closed (%s)',
  async (path) => {
    const small = await open(get('/small'));
    for (let i = 0; i < 6; i++) {
      const socket = await open(get(path));
      await eventually(async () => socket.bytesWritten > ANSWER.length || !isOpen(socket) || undefined);
      expect(unreadBytes()).toBeLessThanOrEqual(LIMIT);
    }
    expect(served.filter((socket) => !isOpen(socket)).length).toBeGreaterThanOrEqual(4);
    expect(isOpen(small)).toBe(true);
  },
);

it('requests that wait until earlier answers are read count as well', async () => {
  // Each connection has the maximum number of waiting requests. Connections are opened until the limit is exceeded.
  const sockets: Socket[] = [];
  while (sockets.length < 400 && sockets.every(isOpen)) sockets.push(await open(get('/hang').repeat(21)));
  expect(sockets.length).toBeGreaterThan(300);
  expect(sockets.length).toBeLessThan(400);
});
