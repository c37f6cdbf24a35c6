import { createHmac, hash } from 'node:crypto';
import type { Clock } from '@app/platform';

/** An answer of dujiao-next's upstream protocol. */
export interface DujiaoAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: DujiaoBody;
}

/** Any body of the protocol. */
export interface DujiaoBody {
  readonly ok: boolean;
  readonly error_code?: string;
  readonly error_message?: string;
  readonly order_id: number;
  readonly order_no: string;
  readonly status: string;
  readonly items: Record<string, unknown>[];
  readonly total: number;
  readonly product: Record<string, unknown>;
  readonly fulfillment: { readonly payload: string };
}

/** Returns the signature of a request. */
export function dujiaoSign(key: string, method: string, path: string, time: number, body = ''): string {
  const text = `${method}\n${path}\n${time}\n${hash('md5', body, 'hex')}`;
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Sends requests as dujiao-next does, and shares no code with the server. */
export class DujiaoClient {
  constructor(
    readonly url: string,
    readonly id: string,
    readonly key: string,
    private readonly clock: Clock,
  ) {}

  get(path: string, headers: Record<string, string | undefined> = {}): Promise<DujiaoAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  order(fields: Record<string, unknown>, headers: Record<string, string | undefined> = {}) {
    const body = { quantity: 1, downstream_order_no: 'DJ-1', trace_id: 'trace', callback_url: '', ...fields };
    return this.send('POST', '/orders', JSON.stringify(body), headers);
  }

  /** @param headers replace the headers of the signature; `undefined` removes a header */
  async send(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string | undefined> = {},
  ): Promise<DujiaoAnswer> {
    const full = `/api/v1/upstream${path}`;
    const time = Math.floor(this.clock.now() / 1000);
    const all = {
      'Dujiao-Next-Api-Key': this.id,
      'Dujiao-Next-Timestamp': String(time),
      'Dujiao-Next-Signature': dujiaoSign(this.key, method, full.replace(/\?.*/, ''), time, body),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const sent = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    );
    const response = await fetch(this.url + full, {
      method,
      headers: sent,
      ...(body !== undefined && { body }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as DujiaoBody,
    };
  }
}
