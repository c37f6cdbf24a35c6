import type { Server } from './server.ts';

/** A client of the admin API. */
export class AdminClient {
  private readonly base: string;
  private readonly headers: Record<string, string> = { 'content-type': 'application/json' };

  private constructor(url: string) {
    this.base = `${url}/api/admin/v1`;
  }

  static async signIn({ url, admin }: Pick<Server, 'url' | 'admin'>): Promise<AdminClient> {
    const client = new AdminClient(url);
    const response = await client.fetch('POST', '/auth/login', admin);
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    client.headers.cookie = response.headers.getSetCookie()[0]!.split(';')[0]!;
    client.headers['x-csrf-token'] = csrfToken;
    return client;
  }

  /** Sends a request that must succeed, and returns the body of the response. */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    return (await this.fetch(method, path, body)).json() as Promise<T>;
  }

  async fetch(method: string, path: string, body?: object): Promise<Response> {
    const options = { method, headers: this.headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(this.base + path, options);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
