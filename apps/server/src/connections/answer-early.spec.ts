import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { closeAfterEarlyAnswers } from './answer-early.js';

const LIMITS = { bytes: 4_000_000, ms: 200 };
const LARGE = 1_000_000;
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

describe('an answer before the whole body has come', () => {
  let server: Server;
  let socket: Socket;
  let served: Socket;
  let text: string;
  let limits: typeof LIMITS;
  beforeEach(async () => {
    const app = express();
    limits = { ...LIMITS };
    closeAfterEarlyAnswers(app, limits);
    app.post('/read', express.raw({ type: () => true, limit: '10mb' }), (_, response: Response) => {
      response.json({ ok: true });
    });
    // Answers at once: Express's own 404 response would wait for the body.
    app.post('/nope', (_, response: Response) => {
      response.status(404).json({});
    });
    app.post('/piecewise', (_, response: Response) => {
      response.write('piece ');
      response.end('by piece');
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Like a client that is still sending, this socket stays open after the server has closed its own side.
    const { port } = server.address() as AddressInfo;
    socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    [served] = (await once(server, 'connection')) as [Socket];
  });
  afterEach(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  const answered = async () => {
    while (!text.includes('\r\n\r\n')) await once(socket, 'data');
    return text.toLowerCase();
  };

  it.each(['/nope', '/piecewise'])(
    'announces that the connection closes, and discards the rest of the body: %s',
    async (path) => {
      limits.ms = 60_000;
      socket.write(head(path, LARGE));
      expect(await answered()).toContain('\r\nconnection: close\r\n');
      socket.write(Buffer.alloc(LARGE));
      await closed(served);
      expect(served.bytesRead).toBeGreaterThan(LARGE);
      expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    },
  );

  it('keeps the connection open if the body arrived with the head or was read', async () => {
    socket.write(`${head('/nope', 5)}12345`);
    expect(await answered()).not.toContain('connection: close');
    text = '';
    socket.write(head('/read', LARGE));
    socket.write(Buffer.alloc(LARGE));
    expect(await answered()).not.toContain('connection: close');
    expect(text).toContain('200 OK');
  });

  it('does not wait long for the rest of the body', async () => {
    socket.write(head('/nope', LARGE));
    await answered();
    await closed(served);
    expect(served.bytesRead).toBeLessThan(1000);
  });

  it('stops reading a body that is too long', async () => {
    socket.on('error', () => undefined);
    limits.ms = 60_000;
    const size = 100 * LARGE;
    socket.write(head('/nope', size));
    await answered();
    socket.write(Buffer.alloc(size));
    await closed(served);
    expect(served.bytesRead).toBeGreaterThan(LARGE);
    expect(served.bytesRead).toBeLessThan(2 * LIMITS.bytes);
  });
});

/** Resolves when the socket closes; unlike `once`, it treats a reset as a normal end. */
function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => void socket.once('close', resolve));
}
