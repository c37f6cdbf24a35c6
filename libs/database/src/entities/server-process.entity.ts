import { Entity, PrimaryColumn } from 'typeorm';
import { EpochMs, Text } from '../columns.js';

/**
 * A server process that uses the database. The process is alive while it holds its named lock. After a failover of the
 * database it also counts as alive for some seconds after `seenAt`.
 */
@Entity('server_processes')
export class ServerProcessRow {
  /** Id that each process generates at its start. */
  @PrimaryColumn({ type: 'varchar', length: 16 })
  id!: string;

  /**
   * Id that is stored in the process's Redis. Two processes with the same id use the same Redis. Empty if the process
   * needs the database exclusively.
   */
  @Text(16)
  redis!: string;

  /** Identity (host, port and start time) of the database server that has the process's named lock. */
  @Text(128, { default: '' })
  databaseRun!: string;

  /** Time of the latest renewal, by the database's clock. */
  @EpochMs({ default: 0 })
  seenAt!: number;
}
