import { IsOptional, IsString, Matches } from 'class-validator';
import { Setting } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

export class DatabaseConfig {
  /** Folder of the embedded database and of the key file; made when missing. */
  @Setting('DATA_DIR')
  @IsString()
  dataDir = './data';

  /** MySQL or MariaDB, as `mysql://user:password@host:port/database`. Unset: SQLite in `DATA_DIR`. */
  @Setting('DATABASE_URL')
  @IsOptional()
  @Matches(/^(mysql|mariadb):\/\/[^/]+\/[^/?]+/, {
    message: 'must look like mysql://user:password@host:3306/database (or mariadb://…)',
  })
  url?: string;

  /** Connections to MySQL or MariaDB, 2–500; one of them only holds the lock that says which server has the database. */
  @Setting('DATABASE_POOL_SIZE', Number)
  @WholeNumber(2, 500)
  poolSize = 20;

  /** Redis or Valkey, for sessions and nonces that several server processes share. Unset: one process, in its memory. */
  @Setting('REDIS_URL')
  @IsOptional()
  @Matches(/^rediss?:\/\/\S+$/, { message: 'must look like redis://host:6379' })
  redisUrl?: string;
}
