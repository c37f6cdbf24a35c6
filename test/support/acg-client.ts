import { hash } from 'node:crypto';

/** An answer of acg-faka's supplier protocol. */
export interface AcgAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly code: number | undefined;
  readonly msg: string | undefined;
  readonly data: AcgData | undefined;
}

/** Any result of the protocol. */
export interface AcgData {
  readonly secret: string;
  readonly stock: string;
  readonly price: string;
  readonly tradeNo: string;
}

type Fields = Record<string, string | number>;

/** Sends requests as acg-faka does, and shares no code with the server. */
export class AcgClient {
  constructor(
    readonly url: string,
    readonly id: string,
    readonly key: string,
  ) {}

  /**
   * @param fields the members of a list are named `sku[color]`; empty values are sent, but not signed
   * @param changes fields that are changed after the form was signed; `undefined` removes a field
   */
  async post(
    path: string,
    fields: Fields = {},
    changes: Record<string, string | undefined> = {},
    headers: Record<string, string> = {},
  ): Promise<AcgAnswer> {
    const all: Fields = { ...fields, app_id: this.id, app_key: this.key };
    const sign = hash('md5', `${this.signed(all)}&key=${this.key}`, 'hex');
    const sent = Object.entries({ ...all, sign, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    );
    return this.send(path, new URLSearchParams(sent).toString(), headers);
  }

  trade(fields: Fields): Promise<AcgAnswer> {
    const { shared_code = '', request_no = 'A-1', num = 1, ...more } = fields;
    return this.post('/commodity/trade', {
      shared_code,
      contact: 'a@example.com',
      num,
      card_id: 0,
      device: 0,
      password: '',
      race: '',
      request_no,
      ...more,
    });
  }

  async send(
    path: string,
    body: string | undefined,
    headers: Record<string, string> = {},
  ): Promise<AcgAnswer> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${this.url}/shared${path}`, {
      method: 'POST',
      headers: { ...type, ...headers },
      ...(body !== undefined && { body }),
    });
    const { code, msg, data } = (await response.json()) as AcgAnswer;
    return { status: response.status, headers: response.headers, code, msg, data };
  }

  private signed(fields: Fields): string {
    return Object.entries(fields)
      .filter(([name, value]) => value !== '' || name.includes('['))
      .toSorted(([a], [b]) => (a.replace(/\[.*/, '') < b.replace(/\[.*/, '') ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
  }
}
