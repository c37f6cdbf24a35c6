import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@app/platform';

export interface Credentials {
  app_key: string;
  app_secret: string;
  sign_mode?: 'md5' | 'hmac-sha256' | 'hmac-sha256-path';
}

interface Envelope {
  code: number;
  message: string;
  result?: Record<string, string | number>;
  errs?: Record<string, string>;
  nonce?: string;
  time?: number;
  kid?: string;
  sign?: string;
  request_id?: string;
}

export interface Answer extends Envelope {
  status: number;
  headers: Headers;
  /** The raw body. */
  text: string;
}

export type Parameters = Record<string, string | number | boolean>;
export type Encoding = 'json' | 'form' | 'multipart' | 'query';

/**
 * A client of the client API, written only from the contract. It shares no code with the server, so that the same
 * mistake cannot hide in both.
 */
export class SignedClient {
  /** Prefix of all paths. */
  protected readonly prefix: string = '/api/client/v1';

  constructor(
    readonly url: string,
    readonly credentials: Credentials,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly options: { boundNonces?: boolean } = {},
  ) {}

  /**
   * Adds the common parameters and the signature. Given parameters take precedence, so that a test can break any
   * parameter.
   */
  sign(parameters: Parameters, method = '', path = ''): Parameters {
    const { app_key } = this.credentials;
    const given = { app_key, timestamp: Math.floor(this.clock.now() / 1000), ...parameters };
    const nonce = this.options.boundNonces ? boundNonce(given, method, path) : randomUUID();
    const all: Parameters = { nonce, ...given };
    return { sign: this.signatureOf(all, method, path), ...all };
  }

  /** @param path below the client prefix; signed, like the method, only in the mode that covers both */
  signatureOf(parameters: Parameters, method = '', path = ''): string {
    const { app_secret, sign_mode } = this.credentials;
    const keys = sortedNames(parameters, ['sign']);
    const text = keys.map((key) => `${key}=${parameters[key]}`).join('&');
    switch (sign_mode) {
      case 'hmac-sha256':
        return createHmac('sha256', app_secret).update(text).digest('hex');
      case 'hmac-sha256-path': {
        const lines = keys.map((key) => lineOf(key, parameters));
        const head = `latchkey-request-v1\n${method}\n/api/client/v1${path}`;
        return createHmac('sha256', app_secret)
          .update([head, ...lines].join('\n'))
          .digest('hex');
      }
      case 'md5':
      case undefined:
        return createHash('md5')
          .update(text + app_secret)
          .digest('hex');
    }
  }

  /** Signs and sends a POST to a path under the client prefix. */
  post(path: string, parameters: Parameters = {}, encoding: Encoding = 'json'): Promise<Answer> {
    return this.send('POST', path, this.sign(parameters, 'POST', path), encoding);
  }

  get(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.send('GET', path, this.sign(parameters, 'GET', path), 'query');
  }

  delete(path: string, parameters: Parameters = {}, encoding: Encoding = 'query'): Promise<Answer> {
    return this.send('DELETE', path, this.sign(parameters, 'DELETE', path), encoding);
  }

  /** Sends parameters unchanged. */
  async send(method: string, path: string, parameters: Parameters, encoding: Encoding): Promise<Answer> {
    const texts = Object.entries(parameters).map(([key, value]) => [key, String(value)] as [string, string]);
    switch (encoding) {
      case 'query':
        return this.request(method, `${path}?${new URLSearchParams(texts).toString()}`);
      case 'json':
        return this.request(method, path, JSON.stringify(parameters), { 'content-type': 'application/json' });
      case 'form':
        return this.request(method, path, new URLSearchParams(texts));
      case 'multipart': {
        const form = new FormData();
        for (const [key, value] of texts) form.append(key, value);
        return this.request(method, path, form);
      }
    }
  }

  /** Sends any request to a path under the client prefix. */
  async request(
    method: string,
    path: string,
    body?: RequestInit['body'],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}${this.prefix}${path}`, {
      method,
      headers,
      ...(body != null && { body }),
    });
    const text = await response.text();
    // A proxy answers with a page if it has lost the server.
    const isOfProxy = response.status >= 502 && !response.headers.get('content-type')?.includes('json');
    const envelope = isOfProxy ? { code: response.status, message: text } : (JSON.parse(text) as Envelope);
    return { ...envelope, status: response.status, headers: response.headers, text };
  }
}

/**
 * Returns a nonce that is bound to its request.
 * @param path below the client prefix
 */
export function boundNonce(
  parameters: Parameters,
  method: string,
  path: string,
  random = randomBytes(9).toString('base64url'),
): string {
  const lines = sortedNames(parameters, ['nonce', 'sign']).map((name) => lineOf(name, parameters));
  const text = ['latchkey-nonce-v1', method, `/api/client/v1${path}`, random, ...lines].join('\n');
  return `b1.${random}.${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
}

function sortedNames(parameters: Parameters, except: string[]): string[] {
  return Object.keys(parameters)
    .filter((name) => !except.includes(name))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function lineOf(name: string, parameters: Parameters): string {
  return `${escape(name)}=${escape(String(parameters[name]))}`;
}

/** Escapes what would end a name, a value or a line. */
export function escape(text: string): string {
  return text.replace(/%/g, '%25').replace(/=/g, '%3D').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
