import type { HttpOutcome, HttpRequest, Platform } from '../core/platform.js';
import { base64url, utf8Bytes } from '../core/text.js';

/** WebCrypto and fetch. There is no MD5. */
export const browserPlatform: Platform = {
  sha256: (text) => sha256(utf8(text)),
  sha256Bytes: (bytes) => sha256(Uint8Array.from(bytes)),
  async hmacSha256(secret, text) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign']);
    return hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text))));
  },
  async verify(publicKey, text, signature) {
    const bytes = Uint8Array.from(publicKey);
    try {
      const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
      return await crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), utf8(text));
    } catch {
      return false;
    }
  },
  random: (count) => crypto.getRandomValues(new Uint8Array(count)),
  now: () => Date.now(),
  monotonic: () => performance.now(),
  send,
  // A page cannot identify the device, so the SDK creates and stores a random id.
  device: () => undefined,
};

async function send({ method, url, body, timeoutMs, maxBytes }: HttpRequest): Promise<HttpOutcome> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });
    if (response.type === 'opaqueredirect') {
      return { failed: 'untrusted', connected: true, detail: 'the answer is a redirect' };
    }
    const bytes = await readAtMost(response, maxBytes);
    if (!bytes)
      return { failed: 'untrusted', connected: true, detail: `the answer is larger than ${maxBytes} bytes` };
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const { status, headers } = response;
    return {
      status,
      body: text,
      date: headers.get('date') ?? undefined,
      retryAfter: headers.get('retry-after') ?? undefined,
    };
  } catch (error) {
    // The browser does not report whether it has sent the request.
    return { failed: 'network', connected: true, detail: causeOf(error) };
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

/** A browser hides why a connection failed. */
function causeOf(error: unknown): string {
  const { name } = error as Error;
  if (name === 'AbortError') return 'no answer in time';
  return `no connection, or the answer was cut off (${name})`;
}

async function readAtMost(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    size += value.length;
    if (size > maxBytes) return undefined;
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let place = 0;
  for (const chunk of chunks) {
    all.set(chunk, place);
    place += chunk.length;
  }
  return all;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(utf8Bytes(text));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
