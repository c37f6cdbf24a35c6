import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createConnection } from 'mysql2/promise';
import { freePort, type Place, PrivateServer, THIS_MACHINE } from '../../tools/private-server.js';
import { eventually } from './server-process.js';
import { shippedFile } from './shipped-file.js';

const NAMES = ['node-1', 'node-2', 'node-3'] as const;
/** Column of the proxy's statistics. */
const STATUS = 17;
/** Timeout of a query to a node, in milliseconds. A node may hang. */
const ASK_MS = 2000;
/** Timeout of a query that must succeed, in milliseconds. Changes are written to the disk. */
export const PATIENT_MS = 120_000;

export interface ClusterNode {
  readonly name: string;
  readonly place: Place;
  readonly folder: string;
  readonly data: string;
  /** The node's URL, without the proxy. */
  readonly url: string;
  readonly socket: string;
  /** `incremental` and `snapshot` are for Galera's transfers of data. */
  readonly ports: { mysql: number; group: number; incremental: number; snapshot: number };
  server: PrivateServer | undefined;
}

/** The properties that differ between kinds of clusters. */
export interface ClusterKind {
  readonly program: string;
  /** The account of the nodes' processes. */
  readonly account: string;
  /** The proxy's configuration in `deploy`. */
  readonly proxyFile: string;
  /** True if the proxy's check accepts every node instead of only the cluster's writer. */
  readonly everyNodeCanWrite: boolean;
  /** True if its nodes can run in network namespaces, and links between them can be cut. */
  readonly runsInNamespaces: boolean;
  /** Fills the empty data folder of a node, if it does not get all its data from the others. */
  install(node: ClusterNode, isFirst: boolean): Promise<void>;
  /**
   * Returns the node's options of this kind of cluster.
   * @param startsCluster true for the start of the first node, which has no node to join
   */
  options(node: ClusterNode, members: readonly ClusterNode[], startsCluster: boolean): string[];
  /**
   * Lets a node that has started take part in the cluster.
   * @param proxyHost the address from which the proxy's check comes
   */
  join(node: ClusterNode, isFirst: boolean, proxyHost: string): Promise<void>;
  /** Returns true if the node belongs to a cluster of `size` nodes. */
  isSynced(node: ClusterNode, size: number): Promise<boolean>;
}

/** Three nodes of a database cluster, and the shipped HAProxy that sends all connections to one of them, the writer. */
export class DatabaseCluster {
  private proxy!: PrivateServer;

  private constructor(
    private readonly kind: ClusterKind,
    private readonly folder: string,
    private readonly nodes: readonly ClusterNode[],
    private readonly proxyPlace: Place,
  ) {}

  /** @param placeOf where each runs: `node-1` to `node-3`, and `database-proxy` */
  static async start(
    kind: ClusterKind,
    placeOf: (name: string) => Place = () => THIS_MACHINE,
  ): Promise<DatabaseCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-cluster-'));
    // The account of the nodes must have access to the folder.
    chmodSync(folder, 0o755);
    const nodes: ClusterNode[] = [];
    for (const name of NAMES) {
      const [mysql, group, incremental, snapshot] = [
        await freePort(),
        await freePort(),
        await freePort(),
        await freePort(),
      ];
      const own = join(folder, name);
      const data = join(own, 'data');
      for (const part of [own, join(own, 'tmp'), data]) makeFolder(part, kind.account);
      const place = placeOf(name);
      const url = `mysql://root@${place.host}:${mysql}/mysql`;
      const socket = join(own, 'socket');
      const ports = { mysql, group, incremental, snapshot };
      nodes.push({ name, place, folder: own, data, url, socket, ports, server: undefined });
    }
    const cluster = new DatabaseCluster(kind, folder, nodes, placeOf('database-proxy'));
    try {
      await cluster.open();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** The cluster behind the proxy, in the form of `TEST_DATABASE_URL`. */
  get url(): string {
    return this.proxy.url;
  }

  /** A direct connection to a node. */
  urlOf(node: number): string {
    return this.nodes[node]!.url;
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

  /** Starts a killed node. It gets the missing changes from the others or, after `empty`, all data. */
  async startAgain(index: number, how: 'with its data' | 'empty'): Promise<void> {
    const node = this.nodes[index]!;
    if (how === 'empty') {
      rmSync(node.data, { recursive: true });
      makeFolder(node.data, this.kind.account);
      await this.kind.install(node, false);
    }
    await node.server!.restart();
    await this.kind.join(node, false, this.proxyPlace.host);
    await this.synced();
    if (this.kind.everyNodeCanWrite) await this.isUsable(index);
  }

  /** Starts all killed nodes, without which the other nodes are no majority. */
  async startAllAgain(): Promise<void> {
    const killed = this.nodes.filter(({ server }) => !server!.isRunning);
    await Promise.all(killed.map(({ server }) => server!.restart()));
    await this.synced();
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

  /** The socket for commands to the proxy. */
  private get statistics(): string {
    return join(this.folder, 'proxy', 'socket');
  }

  async restartProxy(): Promise<void> {
    await this.proxy.kill();
    await this.proxy.restart();
  }

  /** Waits until all nodes have all changes. */
  async synced(): Promise<void> {
    for (const node of this.nodes)
      await eventually(
        async () => (await this.kind.isSynced(node, NAMES.length).catch(() => false)) || undefined,
        100,
      );
  }

  /** Returns the values of a column on each node, for comparison. */
  onEach(sql: string): Promise<(string | undefined)[]> {
    return Promise.all(this.nodes.map(({ url }) => ask(url, sql, PATIENT_MS)));
  }

  /** Returns the number of occurrences of the words in a node's log. */
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
    for (const [index, node] of this.nodes.entries()) {
      const isFirst = index === 0;
      await this.kind.install(node, isFirst);
      this.configure(node, isFirst);
      node.server = await this.launch(node);
      await this.kind.join(node, isFirst, this.proxyPlace.host);
      // After its first start, the first node joins the cluster like the other nodes.
      if (isFirst) this.configure(node, false);
    }
    await this.synced();
    this.proxy = await this.startProxy();
  }

  private configure(node: ClusterNode, startsCluster: boolean): void {
    const { place, folder, data, socket, ports } = node;
    const lines = [
      '[mysqld]',
      `datadir=${data}`,
      `tmpdir=${join(folder, 'tmp')}`,
      `socket=${socket}`,
      `pid-file=${join(folder, 'pid')}`,
      `log-error=${join(folder, 'log.err')}`,
      `user=${this.kind.account}`,
      `bind-address=${place.host}`,
      `port=${ports.mysql}`,
      'max-connections=500',
      'innodb-buffer-pool-size=64M',
      // The test kills processes, never the machine.
      'innodb-flush-log-at-trx-commit=2',
      'skip-innodb-doublewrite',
      ...this.kind.options(node, this.nodes, startsCluster),
    ];
    writeFileSync(join(folder, 'my.cnf'), lines.map((line) => `${line}\n`).join(''));
  }

  private async startProxy(): Promise<PrivateServer> {
    const folder = join(this.folder, 'proxy');
    mkdirSync(folder);
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    const addresses = this.nodes.map(
      ({ name, place, ports }, index) =>
        [new RegExp(`${name} 192\\.0\\.2\\.${index + 1}:3306`), `${name} ${place.host}:${ports.mysql}`] as [
          RegExp,
          string,
        ],
    );
    writeFileSync(
      file,
      shippedFile(this.kind.proxyFile, [
        [/^global\n/m, `global\n  stats socket ${this.statistics}\n`],
        [/^ {2}log stdout .*\n/m, ''],
        [/bind 127\.0\.0\.1:3307/, `bind ${this.proxyPlace.host}:${port}`],
        ...addresses,
      ]),
    );
    return PrivateServer.start({
      name: 'HAProxy',
      url: `mysql://root@${this.proxyPlace.host}:${port}/mysql`,
      place: this.proxyPlace,
      port,
      program: process.env.TEST_HAPROXY!,
      args: ['-db', '-f', file],
      folder,
      // A node sends the greeting, not the proxy.
      greeting: '',
    });
  }

  private async launch({ name, place, folder, ports }: ClusterNode): Promise<PrivateServer> {
    try {
      return await PrivateServer.start({
        name,
        url: '',
        place,
        port: ports.mysql,
        program: this.kind.program,
        args: [`--defaults-file=${join(folder, 'my.cnf')}`],
        folder,
        greeting: '',
      });
    } catch (error) {
      throw new Error(`${name}: ${logOf(folder).slice(-5000)}`, { cause: error });
    }
  }
}

function logOf(folder: string): string {
  const file = join(folder, 'log.err');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Creates a folder that belongs to the account of the nodes. */
function makeFolder(path: string, account: string): void {
  mkdirSync(path);
  if (account !== userInfo().username) execFileSync('chown', [account, path]);
}

/**
 * Runs a statement and returns the column `value` of the first row.
 * @param at a URL; or the socket of a node, while root can connect only through the socket
 * @param timeout milliseconds
 */
export async function ask(
  at: string | { socket: string },
  sql: string,
  timeout = ASK_MS,
): Promise<string | undefined> {
  const target = typeof at === 'string' ? { uri: at } : { user: 'root', socketPath: at.socket };
  const connection = await createConnection({ ...target, connectTimeout: timeout });
  // Ignores the event, since queries report the fault.
  connection.on('error', () => undefined);
  try {
    const [rows] = await connection.query({ sql, timeout });
    const [row] = Array.isArray(rows) ? (rows as { value?: string | number }[]) : [];
    return row?.value === undefined ? undefined : String(row.value);
  } finally {
    connection.destroy();
  }
}
