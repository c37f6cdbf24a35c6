import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

interface Setup {
  name: string;
  url: string;
  port: number;
  program: string;
  args: string[];
  /** Everything that it stores; removed at the end. */
  folder: string;
  /** Sent to get a first answer out of a server that does not speak first. */
  greeting: string;
}

/** A database or Redis server of our own for a test run: in a temporary folder, on a free port, gone afterwards. */
export class PrivateServer {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  private readonly setup: Setup;
  private child: ChildProcess | undefined;
  private log = '';

  private constructor(setup: Setup) {
    this.name = setup.name;
    this.url = setup.url;
    this.port = setup.port;
    this.setup = setup;
  }

  static async start(setup: Setup): Promise<PrivateServer> {
    const server = new PrivateServer(setup);
    await server.launch();
    return server;
  }

  /** Ends it and removes what it stored. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.setup.folder, { recursive: true, force: true });
  }

  /** Ends it as a crash does. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Starts it again on its port, with what it stored on the disk. */
  async restart(): Promise<void> {
    await this.end('SIGTERM');
    await this.launch();
  }

  /** It takes connections and answers nothing, as a machine that is overloaded. */
  hang(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  private async launch(): Promise<void> {
    const { program, args, port, greeting } = this.setup;
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.child = child;
    this.log = '';
    child.stderr.on('data', (chunk) => (this.log += chunk));
    endWithThisProcess(child);
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!(await answers(port, greeting))) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`${program} did not start:\n${this.log}`);
      await setTimeout(POLL_MS);
    }
    child.once('exit', this.complain);
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.off('exit', this.complain);
    child.kill(signal);
    child.kill('SIGCONT');
    await once(child, 'exit');
  }

  private readonly complain = (code: number | null, signal: string | null) => {
    process.stderr.write(`${this.name} ended by itself (${signal ?? code}):\n${this.log.slice(-5000)}`);
  };
}

/** A TCP port that nothing listens on, and that the system gives to no connection until something does. */
export async function freePort(): Promise<number> {
  for (;;) {
    // Below the ports of outgoing connections.
    const port = randomInt(20_000, 30_000);
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

/** An open port is not enough: some other program may have it. */
function answers(port: number, greeting: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(greeting));
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}

/** Ends a server also when this process ends without doing so, as by an exception. */
function endWithThisProcess(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
