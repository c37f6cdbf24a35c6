import { IsIn, IsOptional, IsString } from 'class-validator';
import { parseDatabaseUrl, readPem } from './database-url.js';
import { requireRedisUrl } from './redis-url.js';
import { SecretSetting, Setting, wholeNumber } from './setting.js';
import { Usable } from './usable.js';
import { WholeNumber } from '../validation/whole-number.js';

const SYNCHRONOUS = ['full', 'normal'] as const;

/** Connections to the database and to Redis. */
export class DatabaseConfig {
  /** Folder of the embedded SQLite database and the key file; created when missing. Back it up. */
  @Setting('DATA_DIR')
  @IsString()
  dataDir = './data';

  /**
   * Time at which SQLite writes a change to disk. `full`: before the response, so that it survives a power failure.
   * `normal`: slightly later; changes survive a killed process, but a power failure can lose the latest. Use it for disks
   * with slow synchronous writes.
   */
  @Setting('SQLITE_SYNCHRONOUS')
  @IsIn(SYNCHRONOUS, { message: `must be one of ${SYNCHRONOUS.join(', ')}` })
  sqliteSynchronous: (typeof SYNCHRONOUS)[number] = 'full';

  /**
   * MySQL 8 or later or MariaDB 10.11+, as `mysql://user:password@host:3306/database` (or `mariadb://…`), with [TLS
   * parameters](#tls-to-the-database-and-redis) such as `?ssl-ca=/etc/latchkey/ca.pem`. Unset: SQLite in `DATA_DIR`.
   */
  @SecretSetting('DATABASE_URL')
  @IsOptional()
  @Usable(parseDatabaseUrl)
  url?: string;

  /** Connections to MySQL or MariaDB, 2–500; one of them only holds the lock on the database. */
  @Setting('DATABASE_POOL_SIZE', wholeNumber)
  @WholeNumber(2, 500)
  poolSize = 20;

  /** Seconds that a request waits for a database connection, 1–60, then 503. It waits 0.6 of them for a locked row. */
  @Setting('DATABASE_WAIT_SECONDS', wholeNumber)
  @WholeNumber(1, 60)
  waitSeconds = 5;

  /**
   * Redis or Valkey (7 or later), for sessions and nonces shared by several server processes; all of them must use the
   * same one. It must not evict keys (`maxmemory-policy noeviction`). Redis Cluster is not supported. `rediss://`
   * enables TLS. Unset: a single process keeps them in memory.
   */
  @SecretSetting('REDIS_URL')
  @IsOptional()
  @Usable(requireRedisUrl)
  redisUrl?: string;

  /**
   * File of the certificate authority (PEM) that signed the certificate of a `rediss://` Redis. Unset: the public
   * authorities.
   */
  @Setting('REDIS_TLS_CA')
  @IsOptional()
  @Usable((path) => readPem(path))
  redisTlsCa?: string;
}
