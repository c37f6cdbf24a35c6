import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, LongText, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

export const CARD_JOB_KINDS = [
  'generate',
  'import',
  'freeze',
  'unfreeze',
  'delete',
  'add_time',
  'note',
  'reset',
] as const;
export type CardJobKind = (typeof CARD_JOB_KINDS)[number];

/** `queued` and `running` are on their way; the others are final. Only `done` has changed anything. */
export const CARD_JOB_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type CardJobStatus = (typeof CARD_JOB_STATUSES)[number];

/** Work on many cards at once: all of it is done, or none. */
@Entity('card_jobs')
@Index('ix_card_jobs_application', ['applicationId'])
@Index('ix_card_jobs_status', ['status'])
@Index('ux_card_jobs_request_key', ['applicationId', 'requestKey'], { unique: true })
export class CardJob {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_card_jobs_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(16)
  kind!: CardJobKind;

  @Text(16)
  status!: CardJobStatus;

  /** Cards, or lines of an import, that it is about. */
  @Whole()
  total!: number;

  /** How many of them were seen to; while it runs the server knows better than this row. */
  @Whole()
  progress!: number;

  /** JSON of what was asked for. */
  @LongText()
  input!: string;

  /** JSON of what came out; null: nothing yet. */
  @LongText({ nullable: true })
  result!: string | null;

  /** What became of the lines of an import that made no card: base64 of gzipped lines of JSON. Only read when asked for. */
  @Column({ type: 'mediumtext', nullable: true, select: false })
  report!: string | null;

  /** Why it failed, in words. */
  @Text(1000, { nullable: true })
  error!: string | null;

  /** What the caller named the request, so that sending it twice makes one job; null: nothing. */
  @Text(64, { nullable: true })
  requestKey!: string | null;

  /** Who asked for it. */
  @Text(255)
  createdBy!: string;

  /** The server process that has it to do; null: one of before there could be several. */
  @Text(16, { nullable: true })
  processId!: string | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs({ nullable: true })
  startedAt!: number | null;

  @EpochMs({ nullable: true })
  finishedAt!: number | null;
}
