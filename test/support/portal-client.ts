import { expect } from '@jest/globals';
import { hash } from 'node:crypto';
import type { PortalAccount } from '../../libs/portal/src/portal.result.js';
import type { Account } from '../../portal-ui/src/types.js';
import { CardApplication, type CardApplicationFile } from './card-application.js';
import { newAddress } from './from-address.js';
import type { TestServer } from './test-server.js';

type Json = Record<string, unknown>;

export interface PortalAnswer<T = Json> {
  status: number;
  headers: Headers;
  text: string;
  body: T;
}

/** A refusal with a challenge. */
interface Challenge {
  code: string;
  params: { challenge: string; bits: number };
}

/** Settings of an application whose customer's page is on. */
export const OPEN_PAGE = { portal_enabled: true };

/** Creates an application whose customer's page is on. */
export function createWithPage(server: TestServer, file: CardApplicationFile = {}): Promise<CardApplication> {
  return CardApplication.create(server, { ...file, settings: { ...OPEN_PAGE, ...file.settings } });
}

/** A browser on the customer's page of an application, which shares no code with the page. */
export class PortalClient {
  /** The cookie as `name=value`. */
  cookie: string | undefined;
  /** Public id of the session whose account the page shows. */
  session: string | undefined;

  /** @param from address of the browser, for a server with `TRUST_PROXY: 'loopback'`; by default a new address */
  constructor(
    readonly url: string,
    readonly slug: string,
    readonly from = newAddress(),
  ) {}

  static async of(app: CardApplication, from?: string): Promise<PortalClient> {
    const { portalSlug } = await app.server.applicationOf(app.client);
    return new PortalClient(app.server.url, portalSlug!, from);
  }

  /** Returns a client that has signed in with a card; fails when the server refuses. */
  static async signedIn(app: CardApplication, card = 'C1', from?: string): Promise<PortalClient> {
    const client = await PortalClient.of(app, from);
    expect(await client.signIn(card)).toMatchObject({ status: 200 });
    return client;
  }

  signIn(card: string, headers: Record<string, string> = {}): Promise<PortalAnswer> {
    return this.post('sign-in', { card }, headers);
  }

  signInUser(
    username: string,
    password: string,
    headers: Record<string, string> = {},
  ): Promise<PortalAnswer> {
    return this.post('sign-in', { username, password }, headers);
  }

  /**
   * Returns the customer's card or user; fails when the server refuses. The page declares its own types, and this
   * method does not compile if the server's answer no longer fits them.
   */
  async account(): Promise<Account> {
    const { status, body } = await this.get<PortalAccount>('account');
    expect(status).toBe(200);
    return body;
  }

  /** Unbinds a device by its position in the account, newest first. */
  async unbind(place = 0, more: Json = {}): Promise<PortalAnswer> {
    const { devices } = await this.account();
    return this.post('unbind', { device: devices[place]!.id, ...more });
  }

  get<T = Json>(path = ''): Promise<PortalAnswer<T>> {
    return this.request<T>('GET', path);
  }

  post(path: string, body: Json = {}, headers: Record<string, string> = {}): Promise<PortalAnswer> {
    return this.request('POST', path, JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    });
  }

  /** Sends a request, with the proof of work that the server demands. */
  async prove(path: string, body: Json = {}): Promise<PortalAnswer> {
    const answer = await this.post(path, body);
    return answer.status === 403 ? this.post(path, body, { 'x-proof-of-work': solve(answer) }) : answer;
  }

  async request<T = Json>(
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ): Promise<PortalAnswer<T>> {
    const response = await fetch(`${this.url}/api/portal/v1/${this.slug}${path && `/${path}`}`, {
      method,
      headers: {
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(this.session !== undefined && { 'x-portal-session': this.session }),
        'x-forwarded-for': this.from,
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.cookie = cookie.includes('Max-Age=0') ? undefined : cookie.split(';')[0]!;
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json');
    const answer = (json ? JSON.parse(text) : undefined) as T & { sessionId?: string };
    this.session = answer?.sessionId ?? this.session;
    return { status: response.status, headers: response.headers, text, body: answer };
  }
}

/** Solves the challenge in a refusal and returns the proof for the header `x-proof-of-work`. */
export function solve({ body }: Pick<PortalAnswer, 'body'>): string {
  const { code, params } = body as unknown as Challenge;
  expect(code).toBe('proof_required');
  for (let counter = 0; ; counter++) {
    const proof = `${params.challenge}.${counter}`;
    const digest = hash('sha256', proof, 'hex');
    if (BigInt(`0x${digest}`) >> BigInt(256 - params.bits) === 0n) return proof;
  }
}
