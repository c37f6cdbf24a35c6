import { beforeAll } from '@jest/globals';
import { requireDocumented } from './documented-answers.js';
import type { TestServer } from './test-server.js';

export const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };

export interface AdminAnswer<T = unknown> {
  status: number;
  headers: Headers;
  /** The raw body. */
  text: string;
  /** The body parsed as JSON, or `undefined` if there is none. */
  body: T;
}

type Json = Record<string, unknown>;

/** A client of the admin API that behaves like a browser with the panel, or like a program with a token. */
export class AdminClient {
  private cookie: string | undefined;
  private csrfToken: string | undefined;
  private bearer: string | undefined;

  constructor(public url: string) {}

  /** Returns a client signed in as the first administrator of a server; fails when the server refuses. */
  static async owner({ url }: { url: string }): Promise<AdminClient> {
    const client = new AdminClient(url);
    const { status, text } = await client.signIn(OWNER.email, OWNER.password);
    if (status !== 200) throw new Error(`The owner's sign-in was answered ${status}: ${text}`);
    return client;
  }

  /** Returns a client that signs in as the first administrator before the tests of the suite or `describe` block. */
  static forSuite(server: TestServer): AdminClient {
    // The server has no address before it starts.
    const client = new AdminClient('');
    beforeAll(async () => {
      client.url = server.url;
      await client.signIn(OWNER.email, OWNER.password);
    });
    return client;
  }

  static withToken(url: string, token: string): AdminClient {
    const client = new AdminClient(url);
    client.bearer = token;
    return client;
  }

  async signIn(email: string, password: string, totp?: string): Promise<AdminAnswer<Json>> {
    const answer = await this.post('/auth/login', {
      email,
      password,
      ...(totp !== undefined && { totp }),
    });
    if (answer.status === 200) {
      this.cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
      this.csrfToken = String(answer.body.csrfToken);
    }
    return answer;
  }

  /** The cookie that the browser would send, as `name=value`. */
  get sessionCookie(): string {
    return this.cookie!;
  }

  /** The headers that authenticate the client. */
  get credentials(): Record<string, string> {
    return this.bearer === undefined
      ? { cookie: this.cookie!, 'x-csrf-token': this.csrfToken! }
      : { authorization: `Bearer ${this.bearer}` };
  }

  get<T = Json>(path: string): Promise<AdminAnswer<T>> {
    return this.request<T>('GET', path);
  }

  post<T = Json>(path: string, body: object = {}): Promise<AdminAnswer<T>> {
    return this.request<T>('POST', path, body);
  }

  patch<T = Json>(path: string, body: object): Promise<AdminAnswer<T>> {
    return this.request<T>('PATCH', path, body);
  }

  /** Edits a record, whatever its version is. */
  async edit<T = Json>(path: string, fields: object): Promise<AdminAnswer<T>> {
    const { rowVersion } = (await this.get(path)).body;
    return this.patch<T>(path, { ...fields, rowVersion });
  }

  delete<T = Json>(path: string): Promise<AdminAnswer<T>> {
    return this.request<T>('DELETE', path);
  }

  /** Requests a list as the panel does. */
  list<T = Json>(
    path: string,
    { filter, sort, range }: { filter?: object; sort?: [string, string]; range?: [number, number] } = {},
  ): Promise<AdminAnswer<T[]>> {
    const query = new URLSearchParams();
    if (filter) query.set('filter', JSON.stringify(filter));
    if (sort) query.set('sort', JSON.stringify(sort));
    if (range) query.set('range', JSON.stringify(range));
    return this.request<T[]>('GET', `${path}?${query.toString()}`);
  }

  /** Creates a record; fails when the server refuses. */
  async create<T = Json & { id: number; rowVersion: number }>(path: string, body: object): Promise<T> {
    const answer = await this.post<T>(path, body);
    if (answer.status !== 201) throw new Error(`POST ${path} was answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  /**
   * Sends any request under the admin prefix. Given headers take precedence, so that a test can omit or break a header.
   * @throws Error if the response is not documented
   */
  async request<T = Json>(
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string | undefined> = {},
  ): Promise<AdminAnswer<T>> {
    const all = {
      cookie: this.cookie,
      'x-csrf-token': this.csrfToken,
      authorization: this.bearer && `Bearer ${this.bearer}`,
      'content-type': body === undefined ? undefined : 'application/json',
      ...headers,
    };
    const response = await fetch(`${this.url}/api/admin/v1${path}`, {
      method,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const read = (isJson && text !== '' ? JSON.parse(text) : undefined) as T;
    // A proxy answers with a page if it has lost the server.
    if (isJson || response.status < 502) requireDocumented(method, path, response.status, read);
    return { status: response.status, headers: response.headers, text, body: read };
  }
}
