import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const START_TIMEOUT_MS = 240_000;
const POLL_MS = 50;
/** Number of characters at the end of a server's output that are kept. */
const LOG_LIMIT = 5000;

/** Where a program runs: on this machine, or in a network namespace. */
export interface Place {
  /** The address at which other programs can reach it. */
  readonly host: string;
  /** Returns the command that runs a program in this place. The command's process id is the program's process id. */
  command(program: string, args: readonly string[]): [string, ...string[]];
}

export const THIS_MACHINE: Place = {
  host: '127.0.0.1',
  command: (program, args) => [program, ...args],
};

interface Setup {
  name: string;
  url: string;
  /** Default: this machine. */
  place?: Place;
  port: number;
  program: string;
  args: string[];
  /** Folder of the server's data; removed at the end. */
  folder: string;
  /** Text to send so that the server responds; empty if the server sends the first text on a connection. */
  greeting: string;
}

/** A temporary database or Redis server for a test run, with a temporary folder and a free port. */
export class PrivateServer {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly place: Place;
  private readonly setup: Setup;
  private child: ChildProcess | undefined;
  private log = '';

  private constructor(setup: Setup) {
    this.name = setup.name;
    this.url = setup.url;
    this.port = setup.port;
    this.place = setup.place ?? THIS_MACHINE;
    this.setup = setup;
  }

  static async start(setup: Setup): Promise<PrivateServer> {
    const server = new PrivateServer(setup);
    await server.launch();
    return server;
  }

  /** Stops the server and removes its data. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.setup.folder, { recursive: true, force: true });
  }

  /** Kills the server, as in a crash. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Starts the server again, on the same port and with its data. */
  async restart(): Promise<void> {
    await this.end('SIGTERM');
    await this.launch();
  }

  get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** Suspends the server: it accepts connections, but does not respond. */
  hang(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  private async launch(): Promise<void> {
    const { program, args, port, greeting } = this.setup;
    const [command, ...rest] = this.place.command(program, args);
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.log = '';
    // Redis writes its errors to the standard output.
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (this.log = `${this.log}${chunk}`.slice(-LOG_LIMIT)));
    endWithThisProcess(child);
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!(await answers(this.place.host, port, greeting))) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`${program} did not start:\n${this.log}`);
      await setTimeout(POLL_MS);
    }
    child.once('exit', this.complain);
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || !this.isRunning) return;
    child.off('exit', this.complain);
    child.kill(signal);
    child.kill('SIGCONT');
    await once(child, 'exit');
  }

  private readonly complain = (code: number | null, signal: string | null) => {
    process.stderr.write(`${this.name} ended by itself (${signal ?? code}):\n${this.log}`);
  };
}

/**
 * Ports for servers, below the ports that the operating system gives to outgoing connections. Each jest worker uses its
 * own part of the range.
 */
const PORTS = { first: 20_000, count: 1_200, parts: 10 };
const ownPart = Number(process.env.JEST_WORKER_ID ?? 0) % PORTS.parts;
const returned = new Set<number>();

/**
 * Returns a free TCP port, and never the same port twice: much time may pass before a server listens on the returned
 * port, and until then the port still looks free.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + ownPart * PORTS.count + randomInt(PORTS.count);
    if (returned.has(port)) continue;
    // This line precedes the check: otherwise another call could choose the same port during the check.
    returned.add(port);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Resolves to true if the server sends data. An open port is not enough: another program may be listening on it. */
function answers(host: string, port: number, greeting: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => socket.write(greeting));
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Stops the server when this process ends, for example after an exception. */
function endWithThisProcess(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}
