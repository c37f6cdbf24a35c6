import { Entity, ForeignKey, Index } from 'typeorm';
import { Text } from '../columns.js';
import { Application } from './application.entity.js';
import { CardType } from './card-type.entity.js';
import { LicenceHolder } from './licence-holder.js';

/** A user account. Its licence terms and time come from the card with which the user registered. */
@Entity('users')
@ForeignKey(() => Application, ['applicationId'], ['id'], {
  name: 'fk_users_application',
  onDelete: 'CASCADE',
})
@ForeignKey(() => CardType, ['cardTypeId'], ['id'], { name: 'fk_users_card_type' })
@Index('ux_users_username', ['applicationId', 'username'], { unique: true })
@Index('ix_users_card_type', ['cardTypeId'])
@Index('ix_users_application', ['applicationId'])
@Index('ix_users_status', ['applicationId', 'status', 'frozen', 'expiresAt', 'id', 'cardTypeId'])
@Index('ix_users_expires', ['expiresAt', 'id', 'applicationId', 'status', 'frozen', 'cardTypeId'])
export class User extends LicenceHolder {
  /** 1–20 printable characters, unique within the application. */
  @Text(20)
  username!: string;

  /** argon2id hash of the password. An imported user has a hash of the previous system until the next login. */
  @Text(255)
  passwordHash!: string;
}
