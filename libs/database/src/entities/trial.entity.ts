import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

/** A device's trials, in which it can use the software without a card for a limited time. */
@Entity('trials')
@Index('ux_trials_device', ['applicationId', 'deviceId'], { unique: true })
@Index('ix_trials_expires', ['expiresAt', 'id', 'applicationId'])
@Index('ix_trials_ip', ['ip', 'applicationId'])
@Index('ix_trials_created', ['applicationId', 'createdAt'])
@Index('ix_trials_converted', ['applicationId', 'convertedAt'])
export class Trial {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_trials_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Device id from the client, 1–128 characters. */
  @Text(128)
  deviceId!: string;

  /** Address from which the latest trial was begun. */
  @Text(45)
  ip!: string;

  /** Start of the latest trial, in epoch milliseconds. */
  @EpochMs()
  startedAt!: number;

  /** End of the latest trial, in epoch milliseconds. */
  @EpochMs()
  expiresAt!: number;

  /** Number of trials begun. */
  @Whole()
  count!: number;

  /** When the device was first bound to a card or user after its first trial began, in epoch milliseconds. */
  @EpochMs({ nullable: true })
  convertedAt!: number | null;

  /** Start of the first trial, in epoch milliseconds. */
  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
