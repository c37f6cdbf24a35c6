import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

/** Events that are counted per hour. */
export type ActivityEvent =
  | 'login'
  | 'activation'
  | 'registration'
  | 'recharge'
  | 'consumption'
  | 'refusal'
  | 'login_refusal'
  | 'trial'
  | 'trial_conversion';

/**
 * Number of times an event occurred in an hour; for consumptions, the number of uses. A refused login counts both as
 * `refusal` and as `login_refusal`.
 */
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

  /**
   * A detail of the event:
   * - refusal: its error code
   * - activation: the id of the card type, or 0 if the card type was not recorded
   * - other events: 0
   */
  @PrimaryColumn({ type: 'int' })
  code!: number;

  @Whole()
  count!: number;
}

/** Number of concurrent live sessions. */
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

/** A refused client request with a valid signature, kept so that support can explain the refusal. */
@Entity('refusals')
@Index('ix_refusals_at', ['at'])
@Index('ix_refusals_application', ['applicationId', 'at'])
@Index('ix_refusals_name', ['applicationId', 'name', 'at'])
// The following indexes end with `name`, so that distinct names can be counted without reading rows.
@Index('ix_refusals_device', ['applicationId', 'deviceId', 'at', 'name'])
@Index('ix_refusals_ip', ['applicationId', 'ip', 'at', 'name'])
@Index('ix_refusals_code', ['applicationId', 'code', 'at', 'name'])
@Index('ix_refusals_version', ['applicationId', 'version', 'at', 'name'])
export class Refusal {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_refusals_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Epoch milliseconds. */
  @EpochMs()
  at!: number;

  /** Path of the request after the prefix of the client API, such as `card/login`. */
  @Text(64)
  endpoint!: string;

  /** Error code of the client API. */
  @Whole()
  code!: number;

  /** Card or user name in the request; `null` if the request contains none. */
  @Text(64, { nullable: true })
  name!: string | null;

  /** Device id in the request; `null` if the request contains none. */
  @Text(128, { nullable: true })
  deviceId!: string | null;

  /** Address of the client. */
  @Text(45)
  ip!: string;

  /** Client version in the request; `null` if the request contains none. */
  @Text(64, { nullable: true })
  version!: string | null;
}
