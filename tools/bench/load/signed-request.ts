// A request of the client API as bytes, made as cheaply as can be: what asks must not be slower than what answers.
import { hash, randomBytes } from 'node:crypto';
import type { Application } from '../server.ts';

const NONCE_BYTES = 12;
const POOL_BYTES = NONCE_BYTES * 4096;

export type Parameters = Record<string, string>;

let pool = Buffer.alloc(0);
let used = 0;

/** Different each time. */
function nextNonce(): string {
  if (used >= pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += NONCE_BYTES;
  return pool.toString('hex', used - NONCE_BYTES, used);
}

/**
 * Prepares a POST whose parameters stay the same but for timestamp, nonce and sign.
 * @returns a function that gives the bytes of a new request
 */
export function signedRequest(
  { app_key, app_secret }: Application,
  path: string,
  parameters: Parameters,
): () => string {
  const fixed: Parameters = { ...parameters, app_key };
  const names = [...Object.keys(fixed), 'nonce', 'timestamp'].toSorted();
  const own = Object.entries(fixed).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const head =
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    'Connection: keep-alive\r\nContent-Length: ';
  return () => {
    const nonce = nextNonce();
    const timestamp = String(Math.floor(Date.now() / 1000));
    let text = '';
    for (const name of names) {
      const value = name === 'nonce' ? nonce : name === 'timestamp' ? timestamp : fixed[name];
      text += `${text && '&'}${name}=${value}`;
    }
    const sign = hash('md5', text + app_secret);
    const body = `{${own.join(',')},"nonce":"${nonce}","timestamp":"${timestamp}","sign":"${sign}"}`;
    return `${head}${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
}
