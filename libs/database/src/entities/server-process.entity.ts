import { Entity, PrimaryColumn } from 'typeorm';
import { EpochMs, Text } from '../columns.js';

/**
 * A server process that uses the database. The process is alive while it holds its named lock. A failover of the
 * database releases the lock, but the process still counts as alive for some seconds after `seenAt`.
 */
@Entity('server_processes')
export class ServerProcessRow {
  /** Id that each process generates at its start. */
  @PrimaryColumn({ type: 'varchar', length: 16 })
  id!: string;

  /**
   * Id that is stored in the process's Redis: two processes with the same value use the same Redis. Empty if the
   * process has no Redis and therefore needs the database exclusively.
   */
  @Text(16)
  redis!: string;

  /** Identity (host, port and start time) of the database server that has the process's named lock. */
  @Text(128, { default: '' })
  databaseRun!: string;

  /** Time at which the process last renewed this row, by the database's clock. */
  @EpochMs({ default: 0 })
  seenAt!: number;
}
