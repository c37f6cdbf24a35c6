import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

export type HolderKindName = 'card' | 'user';

/** A device bound to a card or a user. */
@Entity('devices')
@Index('ux_devices_device', ['holderKind', 'holderId', 'deviceId'], { unique: true })
@Index('ix_devices_application', ['applicationId'])
@Index('ix_devices_device_id', ['applicationId', 'deviceId'])
export class Device {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_devices_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(8)
  holderKind!: HolderKindName;

  @Whole()
  holderId!: number;

  /** Device id from the client, 1–128 characters. */
  @Text(128)
  deviceId!: string;

  @EpochMs()
  boundAt!: number;
}
