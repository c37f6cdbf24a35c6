import type { ClusterOptions, RedisOptions } from 'ioredis';
import { parseRedisUrl } from '@app/platform';

const CONNECT_MS = 1000;
const MOST_MS_BETWEEN_TRIES = 500;
/** Timeout in milliseconds of the response of a sentinel or of a node of a cluster. After it the next one is asked. */
const DISCOVERY_MS = 500;
const SENTINEL_RETRY_MS = 1000;
/** Longer than `LEAVE_MS`: connections that are still closing would be taken for new ones. */
const CLUSTER_RETRY_MS = 250;
/** Time in milliseconds for a former primary to close its connections. One that hangs never does. */
const LEAVE_MS = 100;

/** Commands are sent to another node only if the first has not run them. */
const CLUSTER: ClusterOptions = {
  lazyConnect: true,
  // Commands wait for a connection to a node that has just got slots. `SharedRedis` sends none while all are lost.
  enableOfflineQueue: true,
  // `ClusterLink` checks more.
  enableReadyCheck: false,
  maxRedirections: 5,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
  slotsRefreshTimeout: DISCOVERY_MS,
  clusterRetryStrategy: () => CLUSTER_RETRY_MS,
  // Names are resolved for each connection, since certificates are for names.
  dnsLookup: (name, found) => found(null, name),
};

/** Options of the connection to a single Redis, or to a primary that sentinels know. */
export interface ServerTarget {
  kind: 'server';
  /** Address of a single Redis; `undefined` if sentinels know it. */
  url: string | undefined;
  options: RedisOptions;
  /** True if a replica may take over while the server runs. */
  hasSentinels: boolean;
}

/** Options of the connections to a Redis Cluster. */
export interface ClusterTarget {
  kind: 'cluster';
  nodes: { host: string; port: number }[];
  options: ClusterOptions;
}

/**
 * Translates `REDIS_URL` into options of the Redis client.
 * @param ca certificates of the authority that signed Redis's certificate, in PEM
 * @param commandTimeout in milliseconds
 */
export function redisTarget(
  redisUrl: string,
  ca: string | undefined,
  commandTimeout: number,
): ServerTarget | ClusterTarget {
  const redis = parseRedisUrl(redisUrl);
  const tls = redis.tls && { ...(ca !== undefined && { ca }) };
  const options: RedisOptions = {
    // Otherwise the error reply to another command would be reported first.
    disableClientInfo: true,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout,
    // A command that cannot be sent fails immediately (503). Commands are neither queued nor sent twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 50, MOST_MS_BETWEEN_TRIES),
  };
  if (redis.kind === 'single') {
    const own = { ...options, ...(tls && { tls }) };
    return { kind: 'server', url: redis.url, options: own, hasSentinels: false };
  }
  if (redis.kind === 'cluster') {
    const { nodes, username, password } = redis;
    const account = {
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
    };
    // A connection that is lost is not replaced: the nodes are asked for the primaries again.
    const { retryStrategy: _, ...each } = options;
    const redisOptions = { ...each, ...account, ...(tls && { tls }), disconnectTimeout: LEAVE_MS };
    return { kind: 'cluster', nodes, options: { ...CLUSTER, redisOptions } };
  }
  const { sentinels, name, database: db, username, password, sentinelUsername, sentinelPassword } = redis;
  return {
    kind: 'server',
    url: undefined,
    options: {
      ...options,
      sentinels,
      name,
      db,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(sentinelUsername !== undefined && { sentinelUsername }),
      ...(sentinelPassword !== undefined && { sentinelPassword }),
      ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
      sentinelCommandTimeout: DISCOVERY_MS,
      sentinelRetryStrategy: (tries) => Math.min(tries * 50, MOST_MS_BETWEEN_TRIES),
      // Only the sentinels of the URL: others may announce addresses that cannot be reached from here.
      updateSentinels: false,
      // Leaves a former primary as soon as a sentinel reports the new one: a former primary that was only suspended
      // still accepts writes for some seconds.
      failoverDetector: true,
      disconnectTimeout: LEAVE_MS,
      sentinelReconnectStrategy: () => SENTINEL_RETRY_MS,
    },
    hasSentinels: true,
  };
}
