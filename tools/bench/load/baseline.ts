// Measures the cost of the protocol itself. This bare server parses a heartbeat, verifies its signature, claims its
// nonce and updates a session in a Map. The response has the headers and the size of the real one. There is no
// framework, no database and no other endpoint.
import { fork } from 'node:child_process';
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Application } from '../server.ts';

const TOLERANCE_SEC = 60;
const PERMANENT = { expires: '2099-12-31 23:59:59', expires_ts: 4102415999 };

export interface Baseline {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

interface Setup {
  application: Application;
  /** Tokens of the sessions. */
  tokens: string[];
}

/** Starts the baseline server for one application and its sessions. */
export async function startBaseline(application: Application, tokens: string[]): Promise<Baseline> {
  const child = fork(import.meta.filename);
  child.send({ application, tokens } satisfies Setup);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) {
  const [{ application, tokens }] = (await once(process, 'message')) as [Setup];
  const server = createServer(baselineOf(application, tokens)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.on('disconnect', () => process.exit());
  process.send?.((server.address() as AddressInfo).port);
}

function baselineOf({ app_key, app_secret }: Application, tokens: string[]): RequestListener {
  const sessions = new Map(tokens.map((token) => [token, { lastSeenAt: 0 }]));
  const nonces = new Set<string>();

  const heartbeat = (parameters: Record<string, string>): object => {
    if (parameters.app_key !== app_key) return { code: 10230 };
    const now = Math.floor(Date.now() / 1000);
    if (Math.abs(now - Number(parameters.timestamp)) > TOLERANCE_SEC) return { code: 10011 };
    const text = Object.keys(parameters)
      .filter((name) => name !== 'sign')
      .toSorted()
      .map((name) => `${name}=${parameters[name]}`)
      .join('&');
    const sign = createHash('md5')
      .update(text + app_secret)
      .digest();
    const given = Buffer.from(parameters.sign ?? '', 'hex');
    if (given.length !== sign.length || !timingSafeEqual(given, sign)) return { code: 10010 };
    if (nonces.has(parameters.nonce!)) return { code: 10014 };
    nonces.add(parameters.nonce!);
    const session = sessions.get(parameters.token!);
    if (!session) return { code: 10214 };
    session.lastSeenAt = now;
    return { code: 0, message: 'ok', result: { ...PERMANENT, server_time: now } };
  };

  return (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const [, query = ''] = request.url!.split('?', 2);
      const fromQuery = query ? Object.fromEntries(new URLSearchParams(query)) : {};
      const parameters = { ...fromQuery, ...(JSON.parse(body) as Record<string, string>) };
      const answer = JSON.stringify(heartbeat(parameters));
      response.writeHead(200, {
        'x-request-id': randomUUID(),
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(answer),
        'access-control-allow-origin': '*',
      });
      response.end(answer);
    });
  };
}
