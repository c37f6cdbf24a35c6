import { hash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Clock } from '@app/platform';
import { type Answer, type Credentials, type Parameters, SignedClient } from './signed-client.js';

/** Forms in which clients of the family send the body of a POST. */
export type Body = 'json' | 'form';

export interface Sent {
  method: 'GET' | 'POST';
  /** As in the request line. */
  path: string;
  parameters: Parameters;
  body?: Body;
  headers?: Record<string, string>;
}

/**
 * A typical client for 泡椒云. It signs method, host, path and the sorted parameters, and accepts an answer only if it is
 * signed and newer than the previous answer. It shares no code with the server.
 */
export class PaojiaoyunClient {
  /** Nonce of the last answer that the client accepted. */
  lastNonce = '';

  /** @param host the host in the client's source; the connection is made to `url` */
  constructor(
    readonly url: string,
    readonly host: string,
    readonly credentials: Credentials,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly body: Body = 'form',
  ) {}

  get(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.ask('GET', path, parameters);
  }

  post(path: string, parameters: Parameters = {}): Promise<Answer> {
    return this.ask('POST', path, parameters);
  }

  /** Sends a request and verifies its answer. */
  async ask(method: Sent['method'], path: string, parameters: Parameters): Promise<Answer> {
    const answer = await this.send({ method, path, parameters: this.sign(method, path, parameters) });
    const fault = this.faultOf(answer);
    if (fault !== undefined) throw new Error(`${method} ${path}: ${fault}: ${answer.text}`);
    return answer;
  }

  /** Adds the common parameters and the signature; given parameters take precedence. */
  sign(method: string, path: string, parameters: Parameters, host = this.host): Parameters {
    const all: Parameters = {
      app_key: this.credentials.app_key,
      nonce: randomUUID(),
      timestamp: Math.floor(this.clock.now() / 1000),
      ...parameters,
    };
    return { sign: this.md5(method + host + path + joined(all)), ...all };
  }

  /** Returns the reason why a client rejects an answer as forged; undefined if it accepts the answer. */
  faultOf({ code, message, result, nonce, sign }: Answer): string | undefined {
    if (nonce === undefined || sign === undefined) return 'has no nonce and sign';
    if (code !== 0 && nonce === '' && sign === '') return undefined;
    const text = `${code}${message}${result ? joined(result) : ''}${nonce}`;
    if (this.md5(text) !== sign) return 'is signed wrongly';
    if (nonce <= this.lastNonce) return 'is not newer than the last one';
    this.lastNonce = nonce;
    return undefined;
  }

  /** Sends parameters unchanged. */
  async send({ method, path, parameters, body = this.body, headers }: Sent): Promise<Answer> {
    const texts = Object.entries(parameters).map(([key, value]) => [key, String(value)]);
    const query = new URLSearchParams(texts).toString();
    const isJson = body === 'json';
    const { text, ...received } = await exchange(this.url, {
      method,
      path: method === 'GET' ? `${path}?${query}` : path,
      headers: {
        host: this.host,
        ...(method === 'POST' && {
          'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
        }),
        ...headers,
      },
      ...(method === 'POST' && { content: isJson ? JSON.stringify(parameters) : query }),
    });
    return { ...(JSON.parse(text) as Answer), ...received, text };
  }

  private md5(text: string): string {
    return hash('md5', text + this.credentials.app_secret);
  }
}

interface Exchange {
  method: string;
  /** The request target, unchanged. */
  path: string;
  headers: Record<string, string>;
  content?: string;
}

/** Sends a request with any target and any host, which `fetch` would normalize. */
export function exchange(
  url: string,
  { method, path, headers, content = '' }: Exchange,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(content) };
    const sending = request(
      { hostname, port, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: new Headers(response.headers as Record<string, string>),
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sending.on('error', reject);
    sending.end(content);
  });
}

/** A client that can send any request, like `SignedClient`, with the signature of 泡椒云 clients and full paths. */
export class HostilePaojiaoyunClient extends SignedClient {
  protected override readonly prefix = '';

  override signatureOf(parameters: Parameters, method = '', path = ''): string {
    const { sign: _, ...signed } = parameters;
    const text = method + new URL(this.url).host + path + joined(signed);
    return hash('md5', text + this.credentials.app_secret);
  }
}

/** Joins parameters as these clients do: they sort the pairs instead of the names. */
function joined(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('&');
}
