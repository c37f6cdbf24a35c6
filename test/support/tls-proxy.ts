import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { type ClientHttp2Session, connect as http2Connect } from 'node:http2';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { freePort } from '../../tools/private-server.js';
import { eventually } from './server-process.js';
import { selfSigned } from './certificates.js';
import { shippedFile, withExamples } from './shipped-file.js';

/** Ports and folder of a proxy. */
interface Place {
  folder: string;
  http: number;
  https: number;
  /** Port of the Latchkey server behind it. */
  server: number;
  /** Seconds until a request head must be complete. */
  headSec: number;
}

interface ProxyKind {
  /** Path of the installed program; `undefined` if there is none. */
  program: string | undefined;
  /** Returns the shipped file adapted to a place. */
  configuration: (place: Place) => string;
  args: (file: string, folder: string) => string[];
}

interface ProxyOptions {
  /** Enables the examples in its file, for 127.0.0.3. */
  examples?: boolean;
  /** Seconds until a request head must be complete; the default is the value in the shipped files. */
  headSec?: number;
}

const KINDS = {
  HAProxy: {
    program: process.env.TEST_HAPROXY,
    configuration: ({ folder, http, https, server, headSec }) =>
      shippedFile('haproxy-tls.cfg', [
        [/bind :80\n.*$/m, `bind 127.0.0.1:${http}`],
        [/bind :443 ssl crt \S+(.*)\n.*$/m, `bind 127.0.0.1:${https} ssl crt ${folder}/both.pem$1`],
        [/127\.0\.0\.1:3000/, `127.0.0.1:${server}`],
        [/log \/dev\/log/, 'log stdout format raw'],
        [/http-request 10s/, `http-request ${headSec}s`],
      ]),
    args: (file) => ['-db', '-f', file],
  },
  nginx: {
    program: process.env.TEST_NGINX,
    // The surrounding nginx.conf of a distribution, with folders that anybody may write.
    configuration: ({ folder, http, https, server, headSec }) => `daemon off;
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
  [/\/var\/log\/nginx\/latchkey.log/g, `${folder}/access.log`],
  [/\/var\/log\/nginx\/latchkey-error.log/g, 'stderr'],
  [/header_timeout 10s/g, `header_timeout ${headSec}s`],
])}
}`,
    args: (file, folder) => ['-p', folder, '-e', 'stderr', '-c', file],
  },
  Caddy: {
    program: process.env.TEST_CADDY,
    configuration: ({ folder, http, https, server, headSec }) =>
      shippedFile('Caddyfile', [
        [/^\{$/m, `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}`],
        [/http:\/\/license\.example\.com \{/, 'http://localhost {\n\tbind 127.0.0.1'],
        [/read_header 10s/, `read_header ${headSec}s`],
        [
          /license\.example\.com \{/,
          `localhost {\n\tbind 127.0.0.1\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
        ],
        [/127\.0\.0\.1:3000/, `127.0.0.1:${server}`],
      ]),
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} satisfies Record<string, ProxyKind>;

/** The TLS-terminating proxies with a file in `deploy/`, and whether they are installed. */
export const TLS_PROXIES = Object.entries(KINDS).map(
  ([name, { program }]) => [name as keyof typeof KINDS, program !== undefined] as const,
);

/** A real proxy that terminates TLS in front of a server on this machine, configured by its shipped file. */
export class TlsProxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly place: Place,
  ) {
    child.stdout!.setEncoding('utf8').on('data', (lines: string) => (this.output += lines));
    child.stderr!.setEncoding('utf8').on('data', (lines: string) => (this.output += lines));
  }

  private output = '';

  /** The proxy's log: a file for nginx, the output for other proxies. */
  get log(): string {
    const file = join(this.place.folder, 'access.log');
    return this.output + (existsSync(file) ? readFileSync(file, 'utf8') : '');
  }

  /** The port for connections without TLS. */
  get port(): number {
    return this.place.http;
  }

  /**
   * @param server URL of the Latchkey behind it
   */
  static async start(
    name: keyof typeof KINDS,
    server: string,
    { examples = false, headSec = 10 }: ProxyOptions = {},
  ): Promise<TlsProxy> {
    const { program, configuration, args }: ProxyKind = KINDS[name];
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'));
    // If root starts nginx, nginx stores bodies in this folder as a different user.
    chmodSync(folder, 0o711);
    makeCertificate(folder);
    const place = {
      folder,
      http: await freePort(),
      https: await freePort(),
      server: Number(new URL(server).port),
      headSec,
    };
    const file = join(folder, 'configuration');
    const text = configuration(place);
    writeFileSync(file, examples ? withExamples(text) : text);
    const child = spawn(program!, args(file, folder), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { HOME: folder, PATH: process.env.PATH },
    });
    const proxy = new TlsProxy(child, place);
    const ended = once(child, 'close').then(() => {
      throw new Error(`${name} ended:\n${proxy.log}`);
    });
    ended.catch(() => undefined);
    const taken = eventually(() => proxy.ask('GET', '/health/live').catch(() => undefined));
    await Promise.race([taken, ended]);
    return proxy;
  }

  /** Sends a request through TLS. */
  ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    localAddress = '127.0.0.2',
  ): Promise<ProxyAnswer> {
    const request = httpsRequest({
      host: '127.0.0.1',
      port: this.place.https,
      localAddress,
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

  /** Opens a separate connection, HTTP/2 where the shipped file enables it; the caller closes it. */
  async session(): Promise<ProxySession> {
    const { folder, https: port } = this.place;
    const options = { servername: 'localhost', ca: readFileSync(join(folder, 'certificate.pem')) };
    const socket = connectTls({ ...options, host: '127.0.0.1', port, ALPNProtocols: ['h2', 'http/1.1'] });
    await once(socket, 'secureConnect');
    if (socket.alpnProtocol === 'h2') {
      return new Http2Session(http2Connect('https://localhost', { createConnection: () => socket }));
    }
    socket.destroy();
    return new Http1Session(
      new Agent({ ...options, host: '127.0.0.1', port, keepAlive: true, maxSockets: 1 }),
    );
  }

  /** Sends a request without TLS. */
  askPlainly(path: string): Promise<ProxyAnswer> {
    const { http: port } = this.place;
    const headers = { host: 'localhost' };
    const request = httpRequest({ host: '127.0.0.1', port, path, headers, agent: false });
    request.end();
    return answerTo(request);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      // nginx stops its workers only on this signal.
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    rmSync(this.place.folder, { recursive: true, force: true });
  }
}

/** A client connection that sends one request after another. */
interface ProxySession {
  /**
   * @returns status and text of the response. If the request breaks, the text is the error, and the status is 0 unless
   * a status had arrived before
   */
  post(path: string, body: object | Buffer): Promise<{ status: number; text: string }>;
  close(): void;
}

class Http2Session implements ProxySession {
  constructor(private readonly session: ClientHttp2Session) {}

  async post(path: string, body: object | Buffer): Promise<{ status: number; text: string }> {
    const stream = this.session.request({
      ':method': 'POST',
      ':path': path,
      ':authority': 'localhost',
      'content-type': 'application/json',
    });
    let status = 0;
    stream.on('response', (headers) => (status = Number(headers[':status'])));
    stream.end(bytesOf(body));
    try {
      return { text: await textOf(stream), status };
    } catch (error) {
      return { text: String(error), status };
    }
  }

  close(): void {
    this.session.destroy();
  }
}

class Http1Session implements ProxySession {
  constructor(private readonly agent: Agent) {}

  async post(path: string, body: object | Buffer): Promise<{ status: number; text: string }> {
    const headers = { host: 'localhost', 'content-type': 'application/json' };
    const request = httpsRequest({ agent: this.agent, method: 'POST', path, headers });
    // A response that arrives before the whole body was sent counts too.
    const answer = answerTo(request);
    request.end(bytesOf(body));
    return answer.catch((error: unknown) => ({ status: 0, text: String(error) }));
  }

  close(): void {
    this.agent.destroy();
  }
}

function bytesOf(body: object | Buffer): Buffer | string {
  return Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

interface ProxyAnswer {
  status: number;
  headers: IncomingMessage['headersDistinct'];
  text: string;
}

async function answerTo(request: ReturnType<typeof httpRequest>): Promise<ProxyAnswer> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headersDistinct, text: await textOf(response) };
}

/** Creates a certificate for `localhost`, as `certificate.pem` and `key.pem`, and as `both.pem`. */
function makeCertificate(folder: string): void {
  const { certificate, key } = selfSigned(folder, 'localhost');
  writeFileSync(join(folder, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}
