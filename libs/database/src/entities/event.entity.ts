import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

/** A change that is reported to webhooks or notifiers. The event is written in the transaction of the change. */
@Entity('events')
@Index('ux_events_event_id', ['eventId'], { unique: true })
@Index('ix_events_pending', ['pending', 'id'])
@Index('ix_events_application', ['applicationId'])
@Index('ix_events_at', ['at'])
export class OutboxEvent {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  /** Id that receivers see: `evt_` and 26 characters that sort by time. */
  @Text(30)
  eventId!: string;

  /** One of the types in the catalogue of events, such as `card.activated`. */
  @Text(32)
  type!: string;

  /** `null` if the event belongs to no application. */
  @Whole({ nullable: true })
  @ForeignKey(() => Application, { name: 'fk_events_application', onDelete: 'CASCADE' })
  applicationId!: number | null;

  /** JSON of at most 8 KiB. */
  @LongText()
  data!: string;

  /** True until a delivery or message exists for each webhook and notifier that subscribes to the event. */
  @Flag()
  pending!: boolean;

  @EpochMs()
  at!: number;
}
