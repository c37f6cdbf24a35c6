import { Redis } from 'ioredis';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis, startPrivateRedis } from '../../tools/private-redis.js';
import { freePort, type Place, PrivateServer, THIS_MACHINE } from '../../tools/private-server.js';
import type { ReplicatedRedis } from './replicated-redis.js';
import { eventually } from './server-process.js';

const NAME = 'mymaster';
const SENTINELS = 3;
const QUORUM = 2;
/** Passwords of the Redis servers and of the sentinels. */
const PASSWORD = 'redis:p@ss/1';
const SENTINEL_PASSWORD = 'sentinel+p&ss';
/** Short, so that a failover takes a few seconds. */
const DOWN_AFTER_MS = 1000;
/**
 * For tests that detach the replica for a while before the failover. Sentinels do not promote a replica that has been
 * detached for more than ten times this time.
 */
export const LONG_DOWN_AFTER_MS = 5000;
const FAILOVER_TIMEOUT_MS = 5000;

/** A primary and a replica of Redis with three sentinels, each with a password. */
export class PrivateSentinels implements ReplicatedRedis {
  static readonly NAMES = ['redis-1', 'redis-2', 'sentinel-1', 'sentinel-2', 'sentinel-3'];
  readonly names = PrivateSentinels.NAMES;

  private constructor(
    private readonly servers: readonly PrivateServer[],
    readonly sentinels: readonly PrivateServer[],
  ) {}

  /**
   * @param placeOf where each of `NAMES` runs
   * @param downAfterMs time after which a sentinel considers a silent server down
   */
  static async start(
    placeOf: (name: string) => Place = () => THIS_MACHINE,
    downAfterMs = DOWN_AFTER_MS,
  ): Promise<PrivateSentinels> {
    const primary = await startServer(placeOf('redis-1'));
    const replica = await startServer(placeOf('redis-2'), primary);
    const sentinels = [];
    for (let i = 1; i <= SENTINELS; i++)
      sentinels.push(await startSentinel(placeOf(`sentinel-${i}`), primary, downAfterMs));
    const group = new PrivateSentinels([primary, replica], sentinels);
    await group.isComplete();
    return group;
  }

  /** `REDIS_URL` of servers. */
  get url(): string {
    const hosts = this.sentinels.map(addressOf).join();
    const password = encodeURIComponent(SENTINEL_PASSWORD);
    return `redis+sentinel://:${encodeURIComponent(PASSWORD)}@${hosts}/${NAME}?sentinel_password=${password}`;
  }

  /** The server that most sentinels consider the primary. */
  async primary(): Promise<PrivateServer> {
    return eventually(async () => {
      const known = await Promise.all(this.sentinels.map(primaryAddress));
      return this.servers.find(
        (server) => known.filter((address) => address === addressOf(server)).length >= QUORUM,
      );
    });
  }

  /** The name of a server, one of `NAMES`. */
  nameOf(server: PrivateServer): string {
    return `redis-${this.servers.indexOf(server) + 1}`;
  }

  /** Waits until most sentinels consider a different server the primary. Returns that server. */
  async failover(from: PrivateServer): Promise<PrivateServer> {
    return eventually(async () => {
      const primary = await this.primary();
      return primary === from ? undefined : primary;
    });
  }

  /** Waits until a former primary or a suspended replica has the data of the primary. */
  async follows(server: PrivateServer): Promise<void> {
    await eventually(async () => {
      const info = await ask(server, PASSWORD, (redis) => redis.info('replication'));
      return (info.includes('role:slave') && info.includes('master_link_status:up')) || undefined;
    });
    await this.isComplete();
  }

  /** Detaches all replicas from the primary, so that they lack all further writes. */
  async stopReplication(primary: PrivateServer): Promise<void> {
    await ask(primary, PASSWORD, async (redis) => {
      await redis.acl('SETUSER', 'default', '-psync', '-sync');
      await redis.client('KILL', 'TYPE', 'replica');
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.sentinels, ...this.servers].map((server) => server.stop()));
  }

  /** Waits until every sentinel knows the others and a replica that can be promoted. */
  private async isComplete(): Promise<void> {
    for (const sentinel of this.sentinels) {
      await eventually(() =>
        ask(sentinel, SENTINEL_PASSWORD, async (redis) => {
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

async function startServer(place: Place, primary?: PrivateServer): Promise<PrivateServer> {
  const passwords = ['--requirepass', PASSWORD, '--masterauth', PASSWORD];
  const fast = ['--repl-diskless-sync-delay', '0', '--repl-ping-replica-period', '1'];
  const role = primary === undefined ? [] : ['--replicaof', primary.place.host, `${primary.port}`];
  return (await startPrivateRedis([...passwords, ...fast, ...role], place))!;
}

async function startSentinel(
  place: Place,
  primary: PrivateServer,
  downAfterMs: number,
): Promise<PrivateServer> {
  const program = findRedis()!;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sentinel-'));
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    `bind ${place.host}`,
    `dir ${folder}`,
    `requirepass "${SENTINEL_PASSWORD}"`,
    `sentinel monitor ${NAME} ${primary.place.host} ${primary.port} ${QUORUM}`,
    `sentinel auth-pass ${NAME} "${PASSWORD}"`,
    `sentinel down-after-milliseconds ${NAME} ${downAfterMs}`,
    `sentinel failover-timeout ${NAME} ${FAILOVER_TIMEOUT_MS}`,
  ];
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return PrivateServer.start({
    name: 'Sentinel',
    url: `redis://${place.host}:${port}`,
    place,
    port,
    program,
    args: [file, '--sentinel'],
    folder,
    greeting: 'PING\r\n',
  });
}

function addressOf({ place, port }: PrivateServer): string {
  return `${place.host}:${port}`;
}

async function primaryAddress(sentinel: PrivateServer): Promise<string> {
  const address = await ask(sentinel, SENTINEL_PASSWORD, (redis) =>
    redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME),
  );
  return (address as [string, string]).join(':');
}

async function ask<T>(
  { place, port }: PrivateServer,
  password: string,
  question: (redis: Redis) => Promise<T>,
): Promise<T> {
  const redis = new Redis({ host: place.host, port, password, enableReadyCheck: false });
  // Ignores the event, since commands report the fault.
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
