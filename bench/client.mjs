// A client that signs every request and keeps its connections.
import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

export class Client {
  constructor({ url, application }, connections) {
    this.url = new URL(url);
    this.application = application;
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Sends a signed POST; the answer's envelope. */
  post(path, parameters) {
    const { app_key, app_secret } = this.application;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const all = { ...parameters, app_key, timestamp, nonce: randomUUID() };
    const text = Object.keys(all)
      .toSorted()
      .map((key) => `${key}=${all[key]}`)
      .join('&');
    all.sign = createHash('md5')
      .update(text + app_secret)
      .digest('hex');
    const body = JSON.stringify(all);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const { hostname, port } = this.url;
    return new Promise((resolve, reject) => {
      const call = request({
        hostname,
        port,
        path: `/api/client/v1${path}`,
        method: 'POST',
        headers,
        agent: this.agent,
      });
      call.on('response', (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (answer += chunk));
        response.on('end', () => resolve(JSON.parse(answer)));
      });
      call.on('error', reject);
      call.end(body);
    });
  }

  close() {
    this.agent.destroy();
  }
}
