import { changed, type Changes } from './hostile-bytes.js';
import { RawSocket } from './raw-socket.js';
import type { SignedClient } from './signed-client.js';

/** Less than the server's timeout for a request's headers, 20 seconds. */
const CLOSED_WITHIN_MS = 15_000;

/** Returns valid requests as bytes: with a length, chunked, to each API, and two at once. */
export function rightBytes(client: SignedClient): string[] {
  const body = JSON.stringify(client.sign({ card: 'C2', token: 'x' }));
  const head = 'POST /api/client/v1/card/heartbeat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const whole = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  return [
    whole,
    `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    `GET /api/client/v1/software/notice?app_key=a&timestamp=1&nonce=n&sign=s HTTP/1.1\r\nHost: x\r\n\r\n`,
    'GET /api/admin/v1/cards?filter={} HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\n\r\n',
    'POST /api/admin/v1/auth/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    'GET /admin/ HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nRange: bytes=0-1\r\nIf-None-Match: *\r\n\r\n',
    whole + whole,
  ];
}

/** Sends broken bytes and closes the connection. Returns the fault in the server's reaction. */
export async function sendBroken(url: string, right: string, changes: Changes): Promise<string | undefined> {
  const bytes = changed(right, changes);
  const raw = await RawSocket.open(url);
  raw.write(bytes);
  await raw.answer(30);
  raw.socket.end();
  const isClosed = await raw.closed(CLOSED_WITHIN_MS);
  const { statuses, text } = await raw.answer();
  const told = () => JSON.stringify({ bytes: bytes.slice(0, 2000), text: text.slice(0, 500) });
  if (!isClosed) return `not closed: ${told()}`;
  return statuses.every((status) => status < 500) ? undefined : `a mistake of the server: ${told()}`;
}
