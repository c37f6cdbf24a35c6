import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name of a text that is this database's own. A copy of the database is another one. */
export const DATABASE_ID_STATE = 'database_id';

/** What the server has to remember over its own restarts. */
@Entity('server_state')
export class ServerState {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  @Column({ type: 'varchar', length: 255 })
  value!: string;
}
