import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { ApplicationDto } from '@app/apply';
import { freePort } from '../../tools/private-server.js';
import type { CertificateFiles } from './certificates.js';
import { eventually } from './server-process.js';

export const QUICK_START_FOLDER = join(import.meta.dirname, '../../docs/quick-start');

/** A client of docs/quick-start: the commands to prepare and run it, and to check whether its language is installed. */
export interface QuickStart {
  language: string;
  page: string;
  file: string;
  check: string[];
  packages: string;
  prepare: string[];
  run: string[];
}

export const QUICK_STARTS = JSON.parse(
  readFileSync(join(import.meta.dirname, 'quick-start.json'), 'utf8'),
) as QuickStart[];

export function canRun({ check: [program, ...args] }: QuickStart): boolean {
  return spawnSync(program!, args).status === 0;
}

/** Clients read and write UTF-8, and do not inherit the tests' environment. */
const ENVIRONMENT = { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: 'C.UTF-8' };

/** Copies the file to a separate folder and compiles it there. */
export function prepare({ file, prepare: [program, ...args] }: QuickStart): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-quick-start-'));
  cpSync(join(QUICK_START_FOLDER, file), join(folder, file));
  if (program) execFileSync(program, args, { cwd: folder, env: ENVIRONMENT, stdio: 'pipe' });
  return folder;
}

/** A client that runs. */
export class QuickStartClient {
  /** Standard output and standard error so far. */
  output = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly ended: Promise<unknown>,
  ) {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  static start(
    { run: [program, ...args] }: QuickStart,
    folder: string,
    url: string,
    { app_key, app_secret, sign_mode }: ApplicationDto,
    card: string,
    more: Record<string, string> = {},
  ): QuickStartClient {
    const env = {
      ...ENVIRONMENT,
      LATCHKEY_SERVER: url,
      LATCHKEY_APP_KEY: app_key!,
      LATCHKEY_APP_SECRET: app_secret!,
      LATCHKEY_SIGN_MODE: sign_mode!,
      LATCHKEY_CARD: card,
      LATCHKEY_VARIABLE: '问候',
      ...more,
    };
    const child = spawn(program!, args, { cwd: folder, env });
    child.stdin.on('error', () => undefined);
    return new QuickStartClient(child, once(child, 'close'));
  }

  /** Waits until the output contains the words `times` times. Fails if the client ends before. */
  async says(words: string, times = 1): Promise<void> {
    const hasSaid = () => this.output.split(words).length > times;
    await eventually(async () => {
      if (hasSaid()) return true;
      if (this.child.exitCode === null) return undefined;
      await this.ended;
      if (hasSaid()) return true;
      throw new Error(`The client ended without "${words}":\n${this.output}`);
    });
  }

  pressEnter(): void {
    this.child.stdin!.write('\n');
  }

  endInput(): void {
    this.child.stdin!.end();
  }

  /** Waits for the end; returns the exit code and the lines of the output. */
  async end(): Promise<{ code: number | null; lines: string[] }> {
    await this.ended;
    return { code: this.child.exitCode, lines: this.output.trimEnd().split(/\r?\n/) };
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

/**
 * A TCP relay to a server, to whose clients it can speak TLS. After it is cut, its port is closed, as if the server had
 * stopped.
 */
export class CuttableLine {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly listener: Server,
    readonly url: string,
  ) {}

  /** @param tls certificate of the host `localhost` */
  static async to(target: string, tls?: CertificateFiles): Promise<CuttableLine> {
    const { port, hostname } = new URL(target);
    const listener = tls
      ? createTlsServer({ cert: readFileSync(tls.certificate), key: readFileSync(tls.key) })
      : createServer();
    // No other process gets this port while it is closed.
    listener.listen(await freePort(), '127.0.0.1');
    await once(listener, 'listening');
    const own = (listener.address() as AddressInfo).port;
    const line = new CuttableLine(listener, tls ? `https://localhost:${own}` : `http://127.0.0.1:${own}`);
    listener.on(tls ? 'secureConnection' : 'connection', (near: Socket) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) {
        line.sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => line.sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    });
    return line;
  }

  async cut(): Promise<void> {
    const closed = once(this.listener, 'close');
    this.listener.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
