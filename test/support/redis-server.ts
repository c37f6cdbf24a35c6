import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from './server-process.js';

/** A Redis of a test's own, to be killed and started again. */
export class RedisServer {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private child: ChildProcess,
  ) {}

  static async start(): Promise<RedisServer> {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'));
    const port = await freePort();
    return new RedisServer(port, folder, await launch(port, folder));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGCONT');
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  /** Starts it again on its port, empty. */
  async restart(): Promise<void> {
    await this.kill();
    this.child = await launch(this.port, this.folder);
  }

  /** It takes connections and answers nothing, as a machine that is overloaded. */
  hang(): void {
    this.child.kill('SIGSTOP');
  }

  goOn(): void {
    this.child.kill('SIGCONT');
  }

  /** Sets how many bytes it may use before it refuses to write; 0: any number. */
  async limitMemory(bytes: number): Promise<void> {
    const socket = connect(this.port, '127.0.0.1', () => socket.write(`CONFIG SET maxmemory ${bytes}\r\n`));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    if (!answer.toString().startsWith('+OK')) throw new Error(answer.toString());
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function launch(port: number, folder: string): Promise<ChildProcess> {
  const options = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const child = spawn('redis-server', options.map(String), { stdio: 'ignore' });
  await eventually(10_000, async () => ((await answers(port)) ? true : undefined));
  return child;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
