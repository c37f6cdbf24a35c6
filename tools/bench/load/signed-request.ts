// Creates the bytes of client API requests as cheaply as possible: the generator must not be slower than the server.
import { hash, randomBytes } from 'node:crypto';
import type { Application } from '../server.ts';

const NONCE_BYTES = 12;
const POOL_BYTES = NONCE_BYTES * 4096;

export type Parameters = Record<string, string>;

let pool = Buffer.alloc(0);
let used = 0;

/** Returns a unique nonce. */
function nextNonce(): string {
  if (used >= pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += NONCE_BYTES;
  return pool.toString('hex', used - NONCE_BYTES, used);
}

/**
 * Prepares a POST request. Only timestamp, nonce and sign change from request to request.
 * @param fresh name of a further parameter that has a new value in each request, like the nonce
 * @returns a function that returns the bytes of a new request
 */
export function signedRequest(
  { app_key, app_secret }: Application,
  path: string,
  parameters: Parameters,
  fresh?: string,
): () => string {
  const fixed: Parameters = { ...parameters, app_key };
  const names = [...Object.keys(fixed), 'nonce', 'timestamp', ...(fresh ? [fresh] : [])].toSorted();
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
      const isNonce = name === 'nonce' || name === fresh;
      const value = isNonce ? nonce : name === 'timestamp' ? timestamp : fixed[name];
      text += `${text && '&'}${name}=${value}`;
    }
    const sign = hash('md5', text + app_secret);
    const more = fresh ? `"${fresh}":"${nonce}",` : '';
    const body = `{${own.join(',')},${more}"nonce":"${nonce}","timestamp":"${timestamp}","sign":"${sign}"}`;
    return `${head}${Buffer.byteLength(body)}\r\n\r\n${body}`;
  };
}
