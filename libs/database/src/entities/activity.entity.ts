import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

/** What is counted by the hour. */
export type ActivityEvent = 'login' | 'activation' | 'registration' | 'recharge' | 'refusal';

/** How often something happened in an hour. */
@Entity('activity_counts')
export class ActivityCount {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_activity_counts_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Epoch hours: epoch milliseconds divided by 3,600,000. */
  @PrimaryColumn({ type: 'int' })
  hour!: number;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  event!: ActivityEvent;

  /** The code that a refusal was answered with; 0 for everything else. */
  @PrimaryColumn({ type: 'int' })
  code!: number;

  @Whole()
  count!: number;
}

/** How many sessions were live at a time. */
@Entity('session_samples')
export class SessionSample {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_session_samples_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Epoch minutes: epoch milliseconds divided by 60,000. */
  @PrimaryColumn({ type: 'int' })
  minute!: number;

  @Whole()
  live!: number;
}

/** A client request that was signed rightly and refused, kept so that people can be told why. */
@Entity('refusals')
@Index('ix_refusals_name', ['applicationId', 'name'])
@Index('ix_refusals_at', ['at'])
export class Refusal {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_refusals_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @EpochMs()
  at!: number;

  /** The path behind the client prefix, such as `card/login`. */
  @Text(64)
  endpoint!: string;

  @Whole()
  code!: number;

  /** The card or user name that the request named; null: none. */
  @Text(64, { nullable: true })
  name!: string | null;

  /** null: the request named none. */
  @Text(128, { nullable: true })
  deviceId!: string | null;

  @Text(45)
  ip!: string;
}
