import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Clock } from '@app/platform';

export interface Credentials {
  app_key: string;
  app_secret: string;
  sign_mode?: 'md5' | 'hmac-sha256';
}

interface Envelope {
  code: number;
  message: string;
  result?: Record<string, string | number>;
  errs?: Record<string, string>;
  nonce?: string;
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
 * A client of the client API, written from the contract alone: it shares no code with the server, so that both would
 * have to be wrong in the same way.
 */
export class SignedClient {
  constructor(
    readonly url: string,
    readonly credentials: Credentials,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Returns the parameters with the common ones added and signed. Given ones take precedence, so that a test can break
   * any of them.
   */
  sign(parameters: Parameters): Parameters {
    const { app_key } = this.credentials;
    const all: Parameters = {
      app_key,
      timestamp: Math.floor(this.clock.now() / 1000),
      nonce: randomUUID(),
      ...parameters,
    };
    return { sign: this.signatureOf(all), ...all };
  }

  signatureOf(parameters: Parameters): string {
    const { app_secret, sign_mode } = this.credentials;
    const text = Object.keys(parameters)
      .filter((key) => key !== 'sign')
      .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map((key) => `${key}=${parameters[key]}`)
      .join('&');
    return sign_mode === 'hmac-sha256'
      ? createHmac('sha256', app_secret).update(text).digest('hex')
      : createHash('md5')
          .update(text + app_secret)
          .digest('hex');
  }

  /** Signs and sends a POST to a path under the client prefix. */
  post(path: string, parameters: Parameters = {}, encoding: Encoding = 'json'): Promise<Answer> {
    return this.send('POST', path, this.sign(parameters), encoding);
  }

  get(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.send('GET', path, this.sign(parameters), 'query');
  }

  delete(path: string, parameters: Parameters = {}, encoding: Encoding = 'query'): Promise<Answer> {
    return this.send('DELETE', path, this.sign(parameters), encoding);
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
    const response = await fetch(`${this.url}/api/client/v1${path}`, {
      method,
      headers,
      ...(body != null && { body }),
    });
    const text = await response.text();
    return { ...(JSON.parse(text) as Envelope), status: response.status, headers: response.headers, text };
  }
}
