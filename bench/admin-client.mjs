// A client of the admin API, signed in as the owner.
export class AdminClient {
  static async signIn({ url, admin }) {
    const client = new AdminClient();
    client.base = `${url}/api/admin/v1`;
    client.headers = { 'content-type': 'application/json' };
    const response = await client.fetch('POST', '/auth/login', admin);
    const { csrfToken } = await response.json();
    client.headers.cookie = response.headers.getSetCookie()[0].split(';')[0];
    client.headers['x-csrf-token'] = csrfToken;
    return client;
  }

  /** Sends a request, which has to succeed; the answer's body. */
  async send(method, path, body) {
    return (await this.fetch(method, path, body)).json();
  }

  async fetch(method, path, body) {
    const options = { method, headers: this.headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(this.base + path, options);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
