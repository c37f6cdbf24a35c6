import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import type { HolderKindName } from './device.entity.js';

/**
 * The offline ticket of a device. The ticket's text is not stored, only the data that the server needs until the ticket
 * expires.
 */
@Entity('tickets')
@Index('ux_tickets_device', ['holderKind', 'holderId', 'deviceId'], { unique: true })
@Index('ix_tickets_application', ['applicationId'])
@Index('ix_tickets_expires', ['expiresAt'])
export class Ticket {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_tickets_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(8)
  holderKind!: HolderKindName;

  @Whole()
  holderId!: number;

  /** Device id from the client, 1–128 characters. */
  @Text(128)
  deviceId!: string;

  /** Id of the latest ticket, which is its claim `jti`: 22 characters of base64url. */
  @Text(22)
  jti!: string;

  /** Epoch milliseconds. */
  @EpochMs()
  issuedAt!: number;

  /**
   * Time at which the last of the device's tickets expires, in epoch milliseconds. A ticket that was replaced may be
   * valid for longer than the latest ticket.
   */
  @EpochMs()
  expiresAt!: number;
}
