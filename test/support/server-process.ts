import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { ApplicationDto, ApplyFileDto } from '@app/apply';
import { SystemClock } from '@app/platform';
import { THIS_MACHINE } from '../../tools/private-server.js';
import { OWNER } from './admin-client.js';
import { SignedClient } from './signed-client.js';

/** Folder of Node's compile cache, which makes further processes of a program start faster. */
const COMPILED = join(import.meta.dirname, '../../dist/.compiled');
const ROOT = join(import.meta.dirname, '../..');
const READY = /Latchkey is ready on .*client API (http:\/\/\S+)\/api\/client\/v1/;

/** The exit of a process and its output. */
export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

/** The built server in a separate process, as in production. */
export class ServerProcess {
  private log = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly finished: Promise<Finished>,
  ) {
    child.stdout!.on('data', (chunk: string) => (this.log += chunk));
  }

  /**
   * Starts the server on a free port and waits until it is ready.
   * @param folder folder of the installation
   */
  static async start(environment: Environment, folder = ROOT, place = THIS_MACHINE): Promise<ServerProcess> {
    const server = ServerProcess.begin(environment, folder, place);
    await server.ready();
    return server;
  }

  /** Starts the server on a free port, without waiting for it. */
  static begin(environment: Environment, folder = ROOT, place = THIS_MACHINE): ServerProcess {
    const settings = { PORT: '0', LOG_FORMAT: 'json', ...environment };
    const { child, finished } = launch('server', [], settings, folder, place);
    return new ServerProcess(child, finished);
  }

  /** Waits until it accepts requests. */
  async ready(): Promise<void> {
    const isReady = () => READY.test(this.log);
    const ready = new Promise<void>((resolve) => {
      if (isReady()) resolve();
      this.child.stdout!.on('data', () => isReady() && resolve());
    });
    await Promise.race([ready, this.finished.then(notReady)]);
  }

  /** The URL of a server that is ready. */
  get url(): string {
    return READY.exec(this.log)![1]!;
  }

  /** Starts a server that is expected to fail, and waits for its exit. */
  static async fail(environment: Environment): Promise<Finished> {
    return launch('server', [], { PORT: '0', LOG_FORMAT: 'json', ...environment }).finished;
  }

  /** Starts a server and kills it after a while, ready or not. */
  static async killAfter(environment: Environment, milliseconds: number): Promise<void> {
    const { child, finished } = launch('server', [], { PORT: '0', ...environment });
    await setTimeout(milliseconds);
    child.kill('SIGKILL');
    await finished;
  }

  /** Waits until the log contains the words. */
  async logged(words: string): Promise<void> {
    await eventually(async () => this.log.includes(words) || undefined);
  }

  /** Counts the occurrences of the words in the log. */
  said(words: string): number {
    return this.log.split(words).length - 1;
  }

  /** The standard output so far. */
  get output(): string {
    return this.log;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Kills the process, as in a crash. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.finished;
  }

  /** Asks the process to stop, without waiting for it. */
  terminate(): void {
    this.child.kill('SIGTERM');
  }

  /** Stops the process gracefully. */
  async stop(): Promise<Finished> {
    this.terminate();
    return this.finished;
  }

  /** Waits until the process exits by itself. */
  ended(): Promise<Finished> {
    return this.finished;
  }
}

/**
 * Runs the built command line tool until it exits.
 * @param killed signal that kills it
 */
export async function latchkey(
  environment: Environment,
  args: string[],
  input = '',
  killed?: AbortSignal,
): Promise<Finished> {
  const { child, finished } = launch('cli', args, environment);
  killed?.addEventListener('abort', () => child.kill('SIGKILL'));
  child.stdin.end(input);
  return finished;
}

/** Timeout of `eventually` in milliseconds, long enough for a busy machine. */
const PATIENCE_MS = 120_000;

/** Polls every `everyMs` until `ask` returns a value. Fails after `withinMs`. */
export async function eventually<T>(
  ask: () => Promise<T | undefined>,
  everyMs = 20,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`It did not happen within ${withinMs} ms`);
    await setTimeout(everyMs);
  }
}

/** Limit of `untilReady` in milliseconds: enough for some of the server's database checks, each of at most a second. */
const READY_MS = 10_000;

/** Expects that a server is ready. Asks again, since a busy machine may exceed the limit of the server's check. */
export async function untilReady(url: string): Promise<void> {
  await eventually(async () => (await fetch(`${url}/health/ready`)).ok || undefined, undefined, READY_MS);
}

function launch(
  app: 'server' | 'cli',
  args: string[],
  environment: Environment,
  folder = ROOT,
  place = THIS_MACHINE,
) {
  // The process inherits nothing of the tests' environment, so that settings of the machine cannot affect it.
  const owner = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password };
  const settings = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, DRAIN_SECONDS: '0' };
  // Tests must not depend on how busy the machine is.
  const patience = { FUNCTION_TIMEOUT_MS: '60000' };
  const env = { ...settings, ...patience, ...owner, ...environment };
  const program = join(folder, 'dist/apps', app, 'src/main.js');
  const [command, ...rest] = place.command(process.execPath, [program, ...args]);
  const child = spawn(command, rest, { env });
  // A process that fails early closes its input. The test detects the failure by the exit code.
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8');
  child.stderr.setEncoding('utf8');
  const finished = finish(child);
  return { child, finished };
}

async function finish(child: ChildProcess): Promise<Finished> {
  const [[code, signal], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    text(child.stdout!),
    text(child.stderr!),
  ]);
  return { code, signal, stdout, stderr };
}

function notReady({ code, stdout, stderr }: Finished): never {
  throw new Error(`The server ended with ${code} before it was ready:\n${stdout}${stderr}`);
}

/** Applies one application with the command line tool and returns the resulting state. */
export async function applyByCommand(environment: Environment, application: object): Promise<ApplicationDto> {
  const file = JSON.stringify({ applications: [{ name: 'Test', ...application }] });
  const { code, stdout, stderr } = await latchkey(environment, ['apply', '--new', '-'], file);
  if (code !== 0) throw new Error(`latchkey apply ended with ${code}:\n${stderr}`);
  return (JSON.parse(stdout) as ApplyFileDto).applications[0]!;
}

/** Returns a client of a server process that uses the real clock. */
export function clientOf(
  server: ServerProcess,
  { app_key, app_secret, sign_mode }: ApplicationDto,
): SignedClient {
  const credentials = { app_key: app_key!, app_secret: app_secret!, sign_mode: sign_mode! };
  return new SignedClient(server.url, credentials, new SystemClock());
}
