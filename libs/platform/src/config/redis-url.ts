import { requireDecodable, requirePort } from './url-parts.js';

const SINGLE = /^rediss?:\/\/(?:[^/?#]*@)?(?:\[[^\]]*\]|[^:/?#@,]*)(?::([^/?#,]*))?(?:[/?][^\s@]*)?$/;
const SENTINEL =
  /^(rediss?)\+sentinel:\/\/(?:([^/?#@]*)@)?([^/?#@]*)(?:\/([^/?#]*))?(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const CLUSTER = /^(rediss?)\+cluster:\/\/(?:([^/?#@]*)@)?([^/?#@]*)\/?$/;
const MEMBER = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(.*))?$/i;
/** A name that Sentinel accepts for a primary. */
const NAME = /^[\w.-]{1,200}$/;
const SENTINEL_PORT = 26_379;
const NODE_PORT = 6379;
const MAX_MEMBERS = 50;

const ESCAPES = '(in a password, write # as %23, / as %2F, ? as %3F)';
const SENTINEL_SHAPE =
  'must look like redis+sentinel://user:password@host:26379,host:26379,host:26379/mymaster/0 ' +
  '(in a password, write # as %23, / as %2F, ? as %3F, @ as %40)';
const CLUSTER_SHAPE =
  'must look like redis+cluster://user:password@host:6379,host:6379,host:6379, without the number of a database ' +
  '(in a password, write # as %23, / as %2F, ? as %3F, @ as %40)';
const PARAMETERS = ['sentinel_username', 'sentinel_password'] as const;

interface Address {
  host: string;
  port: number;
}

/** A Redis at a fixed address. */
interface SingleRedis {
  kind: 'single';
  url: string;
  tls: boolean;
}

/** A Redis whose primary is determined by sentinels. */
export interface SentinelRedis {
  kind: 'sentinel';
  sentinels: Address[];
  /** Name of the primary in the configuration of the sentinels. */
  name: string;
  database: number;
  /** Account of the primary and its replicas. */
  username?: string;
  password?: string;
  /** Account of the sentinels. */
  sentinelUsername?: string;
  sentinelPassword?: string;
  /** True if the sentinels, the primary and its replicas are reached with TLS. */
  tls: boolean;
}

/** A Redis Cluster. */
export interface RedisClusterNodes {
  kind: 'cluster';
  /** Some of the cluster's nodes. They report all others. */
  nodes: Address[];
  /** Account of all nodes. */
  username?: string;
  password?: string;
  tls: boolean;
}

/**
 * Parses `REDIS_URL`. Also checks parts that the Redis client does not check, and parts for which the client's error
 * lacks the setting's name.
 * @throws Error with a message to append to the setting's name
 */
export function parseRedisUrl(text: string): SingleRedis | SentinelRedis | RedisClusterNodes {
  if (/^rediss?\+sentinel:/.test(text)) return parseSentinelUrl(text);
  if (/^(rediss?[+-])?sentinels?:|^rediss?-sentinels?:/.test(text)) throw new Error(SENTINEL_SHAPE);
  if (/^rediss?\+cluster:/.test(text)) return parseClusterUrl(text);
  if (/^(rediss?[+-])?clusters?:/.test(text)) throw new Error(CLUSTER_SHAPE);
  return parseSingleUrl(text);
}

function parseSingleUrl(text: string): SingleRedis {
  if (/^rediss?:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)/.test(text)) {
    throw new Error(
      'lists several servers: redis:// takes one. For sentinels, write redis+sentinel://host:26379,host:26379/mymaster; ' +
        'for a cluster, redis+cluster://host:6379,host:6379',
    );
  }
  const [shape, port] = SINGLE.exec(text) ?? [];
  if (shape !== undefined && port) requirePort(port);
  const url = shape === undefined ? null : URL.parse(text);
  if (!url || url.hash !== '') {
    throw new Error(`must look like redis://user:password@host:6379/0 ${ESCAPES}`);
  }
  requireDecodable(url.username);
  requireDecodable(url.password);
  if (!/^(\/\d*)?$/.test(url.pathname))
    throw new Error('must have a whole number as its database, as in redis://host:6379/0');
  return { kind: 'single', url: text, tls: url.protocol === 'rediss:' };
}

function parseSentinelUrl(text: string): SentinelRedis {
  const [shape, scheme, account = '', members = '', name = '', database = '', query = ''] =
    SENTINEL.exec(text) ?? [];
  if (shape === undefined) throw new Error(SENTINEL_SHAPE);
  requireDecodable(account);
  const sentinels = parseAddresses(members, SENTINEL_PORT, SENTINEL_SHAPE);
  if (sentinels.length > MAX_MEMBERS) throw new Error(`must list at most ${MAX_MEMBERS} sentinels`);
  if (name === '') {
    throw new Error(
      "must end in the primary's name in the configuration of the sentinels, as in redis+sentinel://host:26379/mymaster",
    );
  }
  if (!NAME.test(name))
    throw new Error("has a primary's name with characters other than letters, digits, . _ and -");
  if (!/^\d{0,5}$/.test(database)) {
    throw new Error('must have a whole number as its database, as in redis+sentinel://host:26379/mymaster/0');
  }
  return {
    kind: 'sentinel',
    sentinels,
    name,
    database: Number(database),
    ...parseAccount(account),
    ...sentinelAccount(query),
    tls: scheme === 'rediss',
  };
}

function parseClusterUrl(text: string): RedisClusterNodes {
  const [shape, scheme, account = '', members = ''] = CLUSTER.exec(text) ?? [];
  if (shape === undefined) throw new Error(CLUSTER_SHAPE);
  requireDecodable(account);
  const nodes = parseAddresses(members, NODE_PORT, CLUSTER_SHAPE);
  if (nodes.length > MAX_MEMBERS) throw new Error(`must list at most ${MAX_MEMBERS} nodes of the cluster`);
  return { kind: 'cluster', nodes, ...parseAccount(account), tls: scheme === 'rediss' };
}

function parseAccount(text: string): { username?: string; password?: string } {
  const [username, password] = text.split(/:(.*)/s);
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  };
}

function parseAddresses(text: string, defaultPort: number, shape: string): Address[] {
  return text.split(',').map((member) => {
    const [, host, port] = MEMBER.exec(member) ?? [];
    if (host === undefined) throw new Error(shape);
    return {
      host: host.replace(/^\[|\]$/g, ''),
      port: port === undefined ? defaultPort : requirePort(port),
    };
  });
}

function sentinelAccount(query: string): Pick<SentinelRedis, 'sentinelUsername' | 'sentinelPassword'> {
  requireDecodable(query);
  const given = new Map<string, string>();
  for (const part of query === '' ? [] : query.split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    // The message must not contain the name, since the name may be a part of a password.
    if (!PARAMETERS.some((known) => known === name))
      throw new Error(`has a parameter that is not known (known: ${PARAMETERS.join(', ')})`);
    if (given.has(name)) throw new Error(`has the parameter "${name}" twice`);
    // URLSearchParams is not used, since it would read a + in a password as a space.
    given.set(name, decodeURIComponent(value));
  }
  const sentinelUsername = given.get('sentinel_username');
  const sentinelPassword = given.get('sentinel_password');
  if (sentinelUsername && !sentinelPassword)
    throw new Error('has sentinel_username without sentinel_password');
  return { ...(sentinelUsername && { sentinelUsername }), ...(sentinelPassword && { sentinelPassword }) };
}
