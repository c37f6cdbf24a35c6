import type { RedisOptions } from 'ioredis';
import { parseRedisUrl } from '@app/platform';

const CONNECT_MS = 1000;
const MOST_MS_BETWEEN_TRIES = 500;
/** Milliseconds to wait for a sentinel's response before the next sentinel is asked. */
const SENTINEL_MS = 500;
/** Idle milliseconds after which the kernel checks that a connection still exists. */
const KEEP_ALIVE_MS = 10_000;
/** Milliseconds allowed for a former primary to close a connection. A primary that hangs never closes it. */
const LEAVE_MS = 100;

/**
 * Milliseconds for which a vote is valid, counted from when the question was sent. After a majority of the voters has
 * given up a primary, a process can therefore use this primary for at most this time.
 */
export const CONFIRMED_MS = 600;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Account and encryption of a connection to Redis or a sentinel. */
type Account = Pick<RedisOptions, 'username' | 'password' | 'tls'>;

/** Options of connections to the Redis of `REDIS_URL`. */
export interface RedisTarget {
  /** Address of a single Redis; `undefined` if sentinels or cluster nodes report the primary's address. */
  url: string | undefined;
  options: RedisOptions;
  /** Some nodes of a Redis Cluster; `undefined` if Redis is not a cluster. */
  nodes?: readonly Address[];
}

/**
 * Translates `REDIS_URL` into options of the Redis client.
 * @param ca certificates of the authority that signed Redis's certificate, in PEM
 * @param commandTimeout in milliseconds
 */
export function redisTarget(redisUrl: string, ca: string | undefined, commandTimeout: number): RedisTarget {
  const redis = parseRedisUrl(redisUrl);
  const tls = redis.tls ? { ...(ca !== undefined && { ca }) } : undefined;
  const options: RedisOptions = {
    // By default the client sends its name and version in a command while connecting, and reports an error if Redis
    // refuses the command.
    disableClientInfo: true,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    keepAlive: KEEP_ALIVE_MS,
    commandTimeout,
    // A command that cannot be sent fails immediately (503). Commands are neither queued nor sent twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 50, MOST_MS_BETWEEN_TRIES),
  };
  if (redis.kind === 'single') {
    return { url: redis.url, options: { ...options, ...(tls && { tls }) } };
  }
  const account = accountOptions({ ...redis, tls });
  if (redis.kind === 'cluster') {
    const { nodes } = redis;
    return {
      url: undefined,
      options: { ...options, ...account, disconnectTimeout: LEAVE_MS },
      nodes,
    };
  }
  const { sentinels, name, database: db, sentinelUsername, sentinelPassword } = redis;
  return {
    url: undefined,
    options: {
      ...options,
      sentinels,
      name,
      db,
      ...account,
      ...(sentinelUsername !== undefined && { sentinelUsername }),
      ...(sentinelPassword !== undefined && { sentinelPassword }),
      ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
      sentinelCommandTimeout: SENTINEL_MS,
      sentinelRetryStrategy: (tries) => Math.min(tries * 50, MOST_MS_BETWEEN_TRIES),
      // Use only the sentinels in the URL: other sentinels may announce addresses that this machine cannot reach.
      updateSentinels: false,
      disconnectTimeout: LEAVE_MS,
    },
  };
}

/** Returns the options for the account and the encryption of a connection. Options that are not set are omitted. */
export function accountOptions({ username, password, tls }: Account): RedisOptions {
  return {
    ...(username != null && { username }),
    ...(password != null && { password }),
    ...(tls && { tls }),
  };
}
