import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Name of the entry with this database's unique id. A database that is restored from a backup gets a new id. */
export const DATABASE_ID_STATE = 'database_id';

/** State that the server keeps across restarts. */
@Entity('server_state')
export class ServerState {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  @Column({ type: 'varchar', length: 255 })
  value!: string;
}
