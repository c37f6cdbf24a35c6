import { describe } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../tools/private-server.js';
import { describeGroup } from './server-group.js';
import { eventually } from './server-process.js';
import { shippedFile } from './shipped-file.js';

/** Path of the installed HAProxy; `undefined` if there is none. */
const HAPROXY = process.env.TEST_HAPROXY;

/**
 * Like `describe`, for tests that need MySQL, Redis and HAProxy. If one of them is missing, the tests are skipped, and
 * the run reports this.
 */
export const describeBehindProxy = HAPROXY === undefined ? describe.skip : describeGroup;

/** Columns of the proxy's statistics. */
const IN_FLIGHT = 4;
const STATUS = 17;

/** A real HAProxy in front of servers on this machine, configured as in docker-compose.yml. */
export class Proxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
    private readonly health: number,
  ) {}

  /**
   * @param ports ports of the servers, which need not run yet
   * @param hosts their addresses, if they are not on this machine
   */
  static async start(ports: readonly number[], hosts?: readonly string[]): Promise<Proxy> {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-proxy-'));
    const [port, health] = [await freePort(), await freePort()];
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration({ port, health, ports, hosts, folder }));
    // In the foreground, so that the test can stop it.
    const child = spawn(HAPROXY!, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    const complaints = text(child.stderr);
    const ended = once(child, 'exit').then(async () => {
      throw new Error(`HAProxy ended:\n${await complaints}`);
    });
    ended.catch(() => undefined);
    const proxy = new Proxy(child, folder, `http://127.0.0.1:${port}`, health);
    const taken = eventually(() => proxy.tell('show info').catch(() => undefined));
    await Promise.race([taken, ended]);
    return proxy;
  }

  /** Enables a server, counted from 0, and waits until the proxy's own check finds it ready. */
  async open(server: number): Promise<void> {
    await this.tell(`set server servers/server-${server + 1} state ready`);
    await this.until(server, (row) => row[STATUS] === 'UP');
  }

  /** Disables a server for new requests, and waits until its pending requests are answered. */
  async drain(server: number): Promise<void> {
    await this.tell(`set server servers/server-${server + 1} state drain`);
    await this.until(server, (row) => row[IN_FLIGHT] === '0');
  }

  /** Waits, like deploy/rolling-update.sh, until the proxy has found all three servers ready. */
  async allReady(): Promise<void> {
    await eventually(async () => {
      const { ok } = await fetch(`http://127.0.0.1:${this.health}/all`);
      return ok || undefined;
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGKILL');
      await once(this.child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async until(server: number, holds: (row: string[]) => boolean): Promise<void> {
    await eventually(async () => {
      const rows = (await this.tell('show stat')).split('\n').map((row) => row.split(','));
      const row = rows.find(([backend, name]) => backend === 'servers' && name === `server-${server + 1}`);
      return holds(row!) || undefined;
    });
  }

  /** Sends a command to the proxy's socket and returns the reply. */
  private tell(command: string): Promise<string> {
    const socket = connect(join(this.folder, 'socket'));
    socket.end(`${command}\n`);
    return text(socket);
  }
}

interface Place {
  port: number;
  health: number;
  /** Ports of the servers. */
  ports: readonly number[];
  hosts: readonly string[] | undefined;
  folder: string;
}

function configuration({ port, health, ports, hosts, folder }: Place): string {
  const servers = ports.map((each, i) => `server server-${i + 1} ${hosts?.[i] ?? '127.0.0.1'}:${each} $1`);
  return shippedFile('haproxy.cfg', [
    [/^global\n/m, `global\n  stats socket ${join(folder, 'socket')} level admin\n`],
    [/^resolvers docker\n(?: .*\n)*/m, ''],
    // Tests do not need the access log, and nothing reads it here.
    [/^ {2}log stdout .*\n/m, ''],
    [/bind 127\.0\.0\.1:3001/, `bind 127.0.0.1:${health}`],
    [/bind :3000/, `bind 127.0.0.1:${port}`],
    [/server-template \S+ 3 \S+ (check .*) resolvers docker init-addr none/, servers.join('\n  ')],
  ]);
}
