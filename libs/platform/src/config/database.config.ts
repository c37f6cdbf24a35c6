import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { Setting } from './setting.js';

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

  /** Connections to MySQL or MariaDB, 1–500. */
  @Setting('DATABASE_POOL_SIZE', Number)
  @IsInt({ message: 'must be a whole number from 1 to 500' })
  @Min(1, { message: 'must be a whole number from 1 to 500' })
  @Max(500, { message: 'must be a whole number from 1 to 500' })
  poolSize = 20;

  /** Redis or Valkey for the hot state of several server processes. */
  @Setting('REDIS_URL')
  @IsOptional()
  @Matches(/^rediss?:\/\/\S+$/, { message: 'must look like redis://host:6379' })
  redisUrl?: string;
}
