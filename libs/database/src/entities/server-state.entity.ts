import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the server has to remember over its own restarts. */
@Entity('server_state')
export class ServerState {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  @Column({ type: 'varchar', length: 255 })
  value!: string;
}
