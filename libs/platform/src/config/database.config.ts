import { IsIn, IsOptional, IsString } from 'class-validator';
import { parseDatabaseUrl, readPem } from './database-url.js';
import { parseRedisUrl } from './redis-url.js';
import { SecretSetting, Setting, wholeNumber } from './setting.js';
import { Usable } from './usable.js';
import { WholeNumber } from '../validation/whole-number.js';

const SYNCHRONOUS = ['full', 'normal'] as const;

/** Connections to the database and to Redis. */
export class DatabaseConfig {
  /** Folder of the embedded SQLite database and the key file, created if missing. Back up this folder. */
  @Setting('DATA_DIR')
  @IsString()
  dataDir = './data';

  /**
   * When SQLite writes a change to disk. With `full`, SQLite writes before the response, so that the change survives a
   * power failure. With `normal`, SQLite writes slightly later: a power failure can lose the latest changes, but a
   * killed process loses none. Use `normal` for disks with slow synchronous writes.
   */
  @Setting('SQLITE_SYNCHRONOUS')
  @IsIn(SYNCHRONOUS, { message: `must be one of ${SYNCHRONOUS.join(', ')}` })
  sqliteSynchronous: (typeof SYNCHRONOUS)[number] = 'full';

  /**
   * MySQL 8 or later, or MariaDB 10.11 or later, as `mysql://user:password@host:3306/database` (or `mariadb://…`), with
   * [TLS parameters](#tls-to-the-database-and-redis) such as `?ssl-ca=/etc/latchkey/ca.pem`. The default is SQLite in
   * `DATA_DIR`.
   */
  @SecretSetting('DATABASE_URL')
  @IsOptional()
  @Usable(parseDatabaseUrl)
  url?: string;

  /**
   * Connections per process to MySQL or MariaDB, 2–500. One of these connections is used only to hold the process's
   * lock on the database.
   */
  @Setting('DATABASE_POOL_SIZE', wholeNumber)
  @WholeNumber(2, 500)
  poolSize = 20;

  /**
   * Seconds that a request waits for a database connection before it gets 503, 1–60. For a locked row, a request waits
   * for at most 0.6 times this number of seconds.
   */
  @Setting('DATABASE_WAIT_SECONDS', wholeNumber)
  @WholeNumber(1, 60)
  waitSeconds = 5;

  /**
   * Redis or Valkey (7 or later) for sessions and nonces that several server processes share. The address is
   * `redis://user:password@host:6379/0`, with [sentinels](scaling.md#redis-sentinel)
   * `redis+sentinel://user:password@host:26379,host:26379/name/0`, and for a [cluster](scaling.md#redis-cluster)
   * `redis+cluster://user:password@host:6379,host:6379`. `rediss://`, `rediss+sentinel://` and `rediss+cluster://`
   * enable TLS. All processes must use the same Redis. Redis must not evict keys (`maxmemory-policy noeviction`).
   * Without Redis, only one process can run; it keeps sessions and nonces in memory.
   */
  @SecretSetting('REDIS_URL')
  @IsOptional()
  @Usable(parseRedisUrl)
  redisUrl?: string;

  /**
   * PEM file of the certificate authority that signed the certificates of all Redis servers, sentinels and cluster
   * nodes that are reached with TLS. By default the public authorities are trusted.
   */
  @Setting('REDIS_TLS_CA')
  @IsOptional()
  @Usable((path) => readPem(path))
  redisTlsCa?: string;
}
