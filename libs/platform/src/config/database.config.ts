import { IsIn, IsOptional, IsString } from 'class-validator';
import { parseDatabaseUrl, readPem } from './database-url.js';
import { requireRedisUrl } from './redis-url.js';
import { SecretSetting, Setting, wholeNumber } from './setting.js';
import { Usable } from './usable.js';
import { WholeNumber } from '../validation/whole-number.js';

const SYNCHRONOUS = ['full', 'normal'] as const;

/** Where the record is kept. */
export class DatabaseConfig {
  /** Folder of the embedded SQLite database and of the key file; made when missing. Back it up. */
  @Setting('DATA_DIR')
  @IsString()
  dataDir = './data';

  /**
   * When SQLite has a change on the disk. `full`: before it is answered, so that it outlasts a loss of power. `normal`: a
   * little later, which a killed process outlasts too; for disks on which each change takes too long.
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

  /** Connections to MySQL or MariaDB, 2–500; one of them only holds the lock that says which server has the database. */
  @Setting('DATABASE_POOL_SIZE', wholeNumber)
  @WholeNumber(2, 500)
  poolSize = 20;

  /** Seconds that a request waits for the database, 1–60: for a connection, or for 0.6 of them for a locked row; then 503. */
  @Setting('DATABASE_WAIT_SECONDS', wholeNumber)
  @WholeNumber(1, 60)
  waitSeconds = 5;

  /**
   * Redis or Valkey (7 or later), for sessions and nonces that several server processes share; all of them need the same.
   * It must not evict keys (`maxmemory-policy noeviction`). Not a Redis Cluster. `rediss://` for TLS. Unset: one process,
   * in its memory.
   */
  @SecretSetting('REDIS_URL')
  @IsOptional()
  @Usable(requireRedisUrl)
  redisUrl?: string;

  /** File of the certificate authority (PEM) that signed the certificate of a `rediss://` Redis. Unset: the public ones. */
  @Setting('REDIS_TLS_CA')
  @IsOptional()
  @Usable((path) => readPem(path))
  redisTlsCa?: string;
}
