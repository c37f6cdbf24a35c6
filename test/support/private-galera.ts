import { describe } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createConnection } from 'mysql2/promise';
import { findProgram } from '../../tools/find-program.js';
import { freePort, PrivateServer } from '../../tools/private-server.js';
import { describeBehindProxy } from './proxy.js';
import { eventually } from './server-process.js';
import { shippedFile } from './shipped-file.js';

const PROVIDER = process.env.TEST_GALERA;

/** Like `describe`, for tests that need MariaDB with Galera, HAProxy and Redis. */
export const describeOnGalera = PROVIDER === undefined ? describe.skip : describeBehindProxy;

const NAMES = ['node-1', 'node-2', 'node-3'] as const;
/** The account of the nodes: rsync, which transfers their data, gives up root's rights. */
const ACCOUNT = userInfo().uid === 0 ? 'mysql' : userInfo().username;
/** Column of the proxy's statistics. */
const STATUS = 17;
/** Milliseconds that a question to a node may take. */
const ASK_MS = 2000;

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly ports: { mysql: number; group: number; incremental: number; snapshot: number };
  server: PrivateServer | undefined;
}

/** Three nodes of MariaDB with Galera, and the HAProxy of `deploy/haproxy-galera.cfg` in front of them. */
export class PrivateGalera {
  private proxy!: PrivateServer;

  private constructor(
    private readonly folder: string,
    private readonly nodes: readonly Node[],
  ) {}

  static async start(): Promise<PrivateGalera> {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-galera-'));
    // The account of the nodes must be able to enter it.
    chmodSync(folder, 0o755);
    const nodes: Node[] = [];
    for (const name of NAMES) {
      const [mysql, group, incremental, snapshot] = [
        await freePort(),
        await freePort(),
        await freePort(),
        await freePort(),
      ];
      const own = join(folder, name);
      for (const part of [own, join(own, 'tmp'), dataOf(own)]) makeFolder(part);
      nodes.push({ name, folder: own, ports: { mysql, group, incremental, snapshot }, server: undefined });
    }
    const galera = new PrivateGalera(folder, nodes);
    try {
      await galera.open();
    } catch (error) {
      await galera.stop();
      throw error;
    }
    return galera;
  }

  /** The cluster behind the proxy, in the form of `TEST_DATABASE_URL`. */
  get url(): string {
    return this.proxy.url;
  }

  /** A node without the proxy. */
  urlOf(node: number): string {
    return `mysql://root@127.0.0.1:${this.nodes[node]!.ports.mysql}/mysql`;
  }

  /** The node to which the proxy sends all connections. */
  async writer(): Promise<number> {
    return eventually(async () => {
      const port = await ask(this.url, 'SELECT @@port AS value').catch(() => undefined);
      const index = this.nodes.findIndex(({ ports }) => String(ports.mysql) === port);
      return index < 0 ? undefined : index;
    });
  }

  kill(node: number): Promise<void> {
    return this.nodes[node]!.server!.kill();
  }

  /** Suspends a node: it keeps its connections, but does not respond. */
  hang(node: number): void {
    this.nodes[node]!.server!.hang();
  }

  resume(node: number): void {
    this.nodes[node]!.server!.resume();
  }

  /** Starts a killed node, which gets the changes that it lacks (IST), or after `empty` everything (SST). */
  async startAgain(node: number, how: 'with its data' | 'empty'): Promise<void> {
    const { folder, server } = this.nodes[node]!;
    if (how === 'empty') {
      rmSync(dataOf(folder), { recursive: true });
      makeFolder(dataOf(folder));
    }
    await server!.restart();
    await this.synced();
    await this.isUsable(node);
  }

  /** Waits until the proxy's check has found a node usable. */
  private async isUsable(node: number): Promise<void> {
    await eventually(async () => {
      const socket = connect(this.statistics);
      socket.end('show stat\n');
      const rows = (await text(socket)).split('\n').map((row) => row.split(','));
      return rows.find(([, name]) => name === NAMES[node])?.[STATUS] === 'UP' || undefined;
    });
  }

  /** The socket at which the proxy answers questions. */
  private get statistics(): string {
    return join(this.folder, 'proxy', 'socket');
  }

  /** Suspends the proxy's process: new and existing connections get no response. */
  hangProxy(): void {
    this.proxy.hang();
  }

  resumeProxy(): void {
    this.proxy.resume();
  }

  async restartProxy(): Promise<void> {
    await this.proxy.kill();
    await this.proxy.restart();
  }

  /** Waits until all nodes have all changes. */
  async synced(): Promise<void> {
    for (const [index] of this.nodes.entries()) {
      await eventually(async () => {
        const [size, state] = await Promise.all(
          ['wsrep_cluster_size', 'wsrep_local_state_comment'].map((name) => this.status(index, name)),
        );
        return (size === String(NAMES.length) && state === 'Synced') || undefined;
      }, 100);
    }
  }

  /** Returns the values of a column on each node, for comparison. */
  onEach(sql: string): Promise<(string | undefined)[]> {
    return Promise.all(this.nodes.map((_, index) => ask(this.urlOf(index), sql)));
  }

  /** Returns how often the log of a node contains the words. */
  said(node: number, words: RegExp): number {
    return logOf(this.nodes[node]!.folder).match(new RegExp(words, 'g'))?.length ?? 0;
  }

  async stop(): Promise<void> {
    for (const { server } of [...this.nodes, { server: this.proxy as PrivateServer | undefined }]) {
      await server?.kill();
      await server?.stop();
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async open(): Promise<void> {
    const [first] = this.nodes as [Node];
    installSystemTables(first.folder);
    for (const node of this.nodes) {
      // The first node starts a cluster. Later it joins the others as they do.
      this.configure(node, node === first ? [] : this.nodes);
      node.server = await launch(node);
      if (node !== first) continue;
      this.configure(node, this.nodes);
      await ask(this.urlOf(0), "CREATE USER haproxy@'127.0.0.1'");
    }
    await this.synced();
    this.proxy = await this.startProxy();
  }

  private configure({ name, folder, ports }: Node, members: readonly Node[]): void {
    const address = (port: number) => `127.0.0.1:${port}`;
    // A node that sends its data to another one is not used meanwhile, so the first node is the last choice.
    const donors = NAMES.filter((other) => other !== name).toReversed();
    const lines = [
      '[mysqld]',
      `datadir=${dataOf(folder)}`,
      `tmpdir=${join(folder, 'tmp')}`,
      `socket=${join(folder, 'socket')}`,
      `pid-file=${join(folder, 'pid')}`,
      `log-error=${join(folder, 'log.err')}`,
      `user=${ACCOUNT}`,
      'bind-address=127.0.0.1',
      `port=${ports.mysql}`,
      'max-connections=500',
      'innodb-buffer-pool-size=64M',
      // The test kills processes, never the machine.
      'innodb-flush-log-at-trx-commit=2',
      'skip-innodb-doublewrite',
      'binlog-format=ROW',
      'innodb-autoinc-lock-mode=2',
      'wsrep-on=ON',
      `wsrep-provider=${PROVIDER}`,
      'wsrep-cluster-name=latchkey',
      `wsrep-cluster-address=gcomm://${members.map((member) => address(member.ports.group)).join()}`,
      `wsrep-node-name=${name}`,
      `wsrep-node-address=${address(ports.group)}`,
      'wsrep-sst-method=rsync',
      `wsrep-sst-receive-address=${address(ports.snapshot)}`,
      `wsrep-sst-donor=${donors.join()},`,
      `wsrep-provider-options="gmcast.listen_addr=tcp://${address(ports.group)};` +
        `ist.recv_addr=${address(ports.incremental)};gcache.size=32M"`,
    ];
    writeFileSync(join(folder, 'my.cnf'), lines.map((line) => `${line}\n`).join(''));
  }

  private async startProxy(): Promise<PrivateServer> {
    const folder = join(this.folder, 'proxy');
    mkdirSync(folder);
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    const addresses = this.nodes.map(
      ({ name, ports }, index) =>
        [new RegExp(`${name} 192\\.0\\.2\\.${index + 1}:3306`), `${name} 127.0.0.1:${ports.mysql}`] as [
          RegExp,
          string,
        ],
    );
    writeFileSync(
      file,
      shippedFile('haproxy-galera.cfg', [
        [/^global\n/m, `global\n  stats socket ${this.statistics}\n`],
        [/^ {2}log stdout .*\n/m, ''],
        [/bind 127\.0\.0\.1:3307/, `bind 127.0.0.1:${port}`],
        ...addresses,
      ]),
    );
    return PrivateServer.start({
      name: 'HAProxy',
      url: `mysql://root@127.0.0.1:${port}/mysql`,
      port,
      program: process.env.TEST_HAPROXY!,
      args: ['-db', '-f', file],
      folder,
      // The greeting comes from a node.
      greeting: '',
    });
  }

  private async status(node: number, name: string): Promise<string | undefined> {
    const sql = `SELECT variable_value AS value FROM information_schema.global_status WHERE variable_name = '${name}'`;
    return ask(this.urlOf(node), sql).catch(() => undefined);
  }
}

const dataOf = (folder: string) => join(folder, 'data');

function logOf(folder: string): string {
  const file = join(folder, 'log.err');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Makes a folder that belongs to the account of the nodes. */
function makeFolder(path: string): void {
  mkdirSync(path);
  if (ACCOUNT !== userInfo().username) execFileSync('chown', [ACCOUNT, path]);
}

function installSystemTables(folder: string): void {
  execFileSync(
    findProgram('mariadb-install-db')!,
    [
      '--no-defaults',
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      `--datadir=${dataOf(folder)}`,
      `--tmpdir=${join(folder, 'tmp')}`,
      `--user=${ACCOUNT}`,
    ],
    { stdio: 'pipe' },
  );
}

async function launch({ name, folder, ports }: Node): Promise<PrivateServer> {
  try {
    return await PrivateServer.start({
      name,
      url: '',
      port: ports.mysql,
      program: findProgram('mariadbd')!,
      args: [`--defaults-file=${join(folder, 'my.cnf')}`],
      folder,
      greeting: '',
    });
  } catch (error) {
    throw new Error(`${name}: ${logOf(folder).slice(-5000)}`, { cause: error });
  }
}

/** Runs a statement and returns the column `value` of the first row. */
async function ask(url: string, sql: string): Promise<string | undefined> {
  const connection = await createConnection({ uri: url, connectTimeout: ASK_MS });
  // Queries report the fault.
  connection.on('error', () => undefined);
  try {
    const [rows] = await connection.query({ sql, timeout: ASK_MS });
    const [row] = Array.isArray(rows) ? (rows as { value?: string | number }[]) : [];
    return row?.value === undefined ? undefined : String(row.value);
  } finally {
    connection.destroy();
  }
}
