import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { type ClientHttp2Session, connect as http2Connect } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../scripts/private-server.mjs';
import { eventually } from './server-process.js';
import { shippedFile } from './shipped-file.js';

/** Where the proxy listens and what it has. */
interface Place {
  folder: string;
  http: number;
  https: number;
  /** Of the Latchkey behind it. */
  server: number;
}

interface ProxyKind {
  /** The program that `npm test` has found; undefined where there is none. */
  program: string | undefined;
  /** The shipped file as it is for a place. */
  configuration: (place: Place) => string;
  args: (file: string, folder: string) => string[];
}

const KINDS = {
  HAProxy: {
    program: process.env.TEST_HAPROXY,
    configuration: ({ folder, http, https, server }) =>
      shippedFile('haproxy-tls.cfg', [
        [/bind :80$/m, `bind 127.0.0.1:${http}`],
        [/bind :443 ssl crt \S+/, `bind 127.0.0.1:${https} ssl crt ${folder}/both.pem`],
        [/127\.0\.0\.1:3000/, `127.0.0.1:${server}`],
      ]),
    args: (file) => ['-db', '-f', file],
  },
  nginx: {
    program: process.env.TEST_NGINX,
    // What a distribution's nginx.conf puts around it, with folders that anybody may write.
    configuration: ({ folder, http, https, server }) => `daemon off;
pid ${folder}/nginx.pid;
events {}
http {
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${shippedFile('nginx.conf', [
  [/listen 80;\n\s*listen \[::\]:80;/, `listen 127.0.0.1:${http};`],
  [/listen 443 (.*);\n\s*listen \[::\]:443 .*;/, `listen 127.0.0.1:${https} $1;`],
  [/ssl_certificate \S+;/, `ssl_certificate ${folder}/certificate.pem;`],
  [/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`],
  [/127\.0\.0\.1:3000/, `127.0.0.1:${server}`],
])}
}`,
    args: (file, folder) => ['-p', folder, '-e', 'stderr', '-c', file],
  },
  Caddy: {
    program: process.env.TEST_CADDY,
    configuration: ({ folder, http, https, server }) => `{
	admin off
	http_port ${http}
	https_port ${https}
}
${shippedFile('Caddyfile', [
  [
    /license\.example\.com \{/,
    `localhost {\n\tbind 127.0.0.1\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
  ],
  [/127\.0\.0\.1:3000/, `127.0.0.1:${server}`],
])}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} satisfies Record<string, ProxyKind>;

/** The proxies that `deploy/` has a file for which ends TLS, and whether this machine has them. */
export const TLS_PROXIES = Object.entries(KINDS).map(
  ([name, { program }]) => [name as keyof typeof KINDS, program !== undefined] as const,
);

/** A real proxy that ends TLS in front of a server on this machine, set up by the file that is shipped for it. */
export class TlsProxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly place: Place,
  ) {}

  /** @param server URL of the Latchkey behind it */
  static async start(name: keyof typeof KINDS, server: string): Promise<TlsProxy> {
    const { program, configuration, args }: ProxyKind = KINDS[name];
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'));
    // Started by root, nginx keeps bodies in it as somebody else.
    chmodSync(folder, 0o711);
    makeCertificate(folder);
    const place = {
      folder,
      http: await freePort(),
      https: await freePort(),
      server: Number(new URL(server).port),
    };
    const file = join(folder, 'configuration');
    writeFileSync(file, configuration(place));
    const child = spawn(program!, args(file, folder), {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { HOME: folder, PATH: process.env.PATH },
    });
    const complaints = text(child.stderr);
    const ended = once(child, 'exit').then(async () => {
      throw new Error(`${name} ended:\n${await complaints}`);
    });
    ended.catch(() => undefined);
    const proxy = new TlsProxy(child, place);
    const taken = eventually(10_000, () => proxy.ask('GET', '/health/live').catch(() => undefined));
    await Promise.race([taken, ended]);
    return proxy;
  }

  /** Asks through TLS, from 127.0.0.2. */
  ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<ProxyAnswer> {
    const request = httpsRequest({
      host: '127.0.0.1',
      port: this.place.https,
      localAddress: '127.0.0.2',
      servername: 'localhost',
      ca: readFileSync(join(this.place.folder, 'certificate.pem')),
      method,
      path,
      headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      agent: false,
    });
    request.end(body && JSON.stringify(body));
    return answerTo(request);
  }

  /** A connection of HTTP/2, to be closed by whoever asked for it. */
  async session(): Promise<Http2Session> {
    const session = http2Connect(`https://127.0.0.1:${this.place.https}`, {
      servername: 'localhost',
      ca: readFileSync(join(this.place.folder, 'certificate.pem')),
    });
    await once(session, 'connect');
    return new Http2Session(session);
  }

  /** Asks without TLS. */
  askPlainly(path: string): Promise<ProxyAnswer> {
    const { http: port } = this.place;
    const headers = { host: 'localhost' };
    const request = httpRequest({ host: '127.0.0.1', port, path, headers, agent: false });
    request.end();
    return answerTo(request);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      // nginx ends its workers only when it is asked.
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    rmSync(this.place.folder, { recursive: true, force: true });
  }
}

/** A client's connection of HTTP/2, on which it sends one request after another. */
export class Http2Session {
  constructor(private readonly session: ClientHttp2Session) {}

  /** @returns status and text; a request that broke has the status 0 and the fault */
  async post(path: string, body: object | Buffer): Promise<{ status: number; text: string }> {
    const stream = this.session.request({
      ':method': 'POST',
      ':path': path,
      ':authority': 'localhost',
      'content-type': 'application/json',
    });
    let status = 0;
    stream.on('response', (headers) => (status = Number(headers[':status'])));
    stream.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    try {
      return { text: await text(stream), status };
    } catch (error) {
      return { text: String(error), status };
    }
  }

  close(): void {
    this.session.destroy();
  }
}

interface ProxyAnswer {
  status: number;
  headers: IncomingMessage['headersDistinct'];
  text: string;
}

async function answerTo(request: ReturnType<typeof httpRequest>): Promise<ProxyAnswer> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headersDistinct, text: await text(response) };
}

/** A certificate of its own for `localhost`, as `certificate.pem` and `key.pem`, and as `both.pem`. */
function makeCertificate(folder: string): void {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const wanted = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...wanted, ...named, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  writeFileSync(join(folder, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}
