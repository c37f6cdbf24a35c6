import { Redis } from 'ioredis';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis, startPrivateRedis } from '../../tools/private-redis.js';
import { freePort, PrivateServer } from '../../tools/private-server.js';
import { eventually } from './server-process.js';

const NAME = 'mymaster';
const SENTINELS = 3;
const QUORUM = 2;
/** The account that servers use, and the account of the sentinels. */
const PASSWORD = 'redis:p@ss/1';
const SENTINEL_PASSWORD = 'sentinel+p&ss';
/** Short, so that a failover takes a few seconds. */
const DOWN_AFTER_MS = 1000;
const FAILOVER_TIMEOUT_MS = 5000;

/** A primary and a replica of Redis with three sentinels, each with a password. */
export class PrivateSentinels {
  private constructor(
    private readonly servers: readonly PrivateServer[],
    readonly sentinels: readonly PrivateServer[],
  ) {}

  static async start(): Promise<PrivateSentinels> {
    const primary = await startServer();
    const replica = await startServer(primary.port);
    const sentinels = [];
    for (let i = 0; i < SENTINELS; i++) sentinels.push(await startSentinel(primary.port));
    const group = new PrivateSentinels([primary, replica], sentinels);
    await group.isComplete();
    return group;
  }

  /** `REDIS_URL` of servers. */
  get url(): string {
    const hosts = this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join();
    const password = encodeURIComponent(SENTINEL_PASSWORD);
    return `redis+sentinel://:${encodeURIComponent(PASSWORD)}@${hosts}/${NAME}?sentinel_password=${password}`;
  }

  /** The server that most sentinels consider the primary. */
  async primary(): Promise<PrivateServer> {
    return eventually(async () => {
      const ports = await Promise.all(this.sentinels.map(primaryPort));
      return this.servers.find(({ port }) => ports.filter((known) => known === port).length >= QUORUM);
    });
  }

  /** Waits until most sentinels consider a different server the primary. */
  async failover(from: PrivateServer): Promise<PrivateServer> {
    return eventually(async () => {
      const primary = await this.primary();
      return primary === from ? undefined : primary;
    });
  }

  /** Waits until a former primary or a suspended replica has the data of the primary. */
  async follows(server: PrivateServer): Promise<void> {
    await eventually(async () => {
      const info = await ask(server.port, PASSWORD, (redis) => redis.info('replication'));
      return (info.includes('role:slave') && info.includes('master_link_status:up')) || undefined;
    });
    await this.isComplete();
  }

  /** Detaches all replicas from the primary, so that they lack all further writes. */
  async stopReplication(primary: PrivateServer): Promise<void> {
    await ask(primary.port, PASSWORD, async (redis) => {
      await redis.acl('SETUSER', 'default', '-psync', '-sync');
      await redis.client('KILL', 'TYPE', 'replica');
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.sentinels, ...this.servers].map((server) => server.stop()));
  }

  /** Waits until every sentinel knows the others and a replica that can be promoted. */
  private async isComplete(): Promise<void> {
    for (const { port } of this.sentinels) {
      await eventually(() =>
        ask(port, SENTINEL_PASSWORD, async (redis) => {
          const state = flat(await redis.call('SENTINEL', 'MASTER', NAME));
          const replicas = (await redis.call('SENTINEL', 'REPLICAS', NAME)) as string[][];
          const isReady = replicas.some((replica) => {
            const { flags, 'master-link-status': link } = flat(replica);
            return flags === 'slave' && link === 'ok';
          });
          const isKnown = state['num-other-sentinels'] === String(SENTINELS - 1) && state.flags === 'master';
          return (isReady && isKnown) || undefined;
        }),
      );
    }
  }
}

async function startServer(primary?: number): Promise<PrivateServer> {
  const passwords = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];
  const fast = ['--repl-diskless-sync-delay', '0', '--repl-ping-replica-period', '1'];
  const role = primary === undefined ? [] : ['--replicaof', '127.0.0.1', String(primary)];
  return (await startPrivateRedis([...passwords, ...fast, ...role]))!;
}

async function startSentinel(primary: number): Promise<PrivateServer> {
  const program = findRedis()!;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sentinel-'));
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `requirepass "${SENTINEL_PASSWORD}"`,
    `sentinel monitor ${NAME} 127.0.0.1 ${primary} ${QUORUM}`,
    `sentinel auth-pass ${NAME} "${PASSWORD}"`,
    `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${NAME} ${FAILOVER_TIMEOUT_MS}`,
  ];
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return PrivateServer.start({
    name: 'Sentinel',
    url: `redis://127.0.0.1:${port}`,
    port,
    program,
    args: [file, '--sentinel'],
    folder,
    greeting: 'PING\r\n',
  });
}

async function primaryPort({ port }: PrivateServer): Promise<number> {
  const [, primary] = (await ask(port, SENTINEL_PASSWORD, (redis) =>
    redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME),
  )) as [string, string];
  return Number(primary);
}

async function ask<T>(port: number, password: string, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ host: '127.0.0.1', port, password, enableReadyCheck: false });
  // Errors are reported by the commands.
  redis.on('error', () => undefined);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

/** Turns a list of names and values into an object. */
function flat(list: unknown): Record<string, string> {
  const texts = list as string[];
  return Object.fromEntries(
    texts.flatMap((text, i) => (i % 2 === 0 ? [[text, texts[i + 1]!] as [string, string]] : [])),
  );
}
