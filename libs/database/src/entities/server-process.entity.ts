import { Entity, PrimaryColumn } from 'typeorm';
import { Text } from '../columns.js';

/** A server process that shares the database with others by way of a Redis. It lives while it holds its named lock. */
@Entity('server_processes')
export class ServerProcessRow {
  /** Made anew by each process. */
  @PrimaryColumn({ type: 'varchar', length: 16 })
  id!: string;

  /** What the process found written in its Redis: two that found the same have the same Redis. */
  @Text(16)
  redis!: string;
}
