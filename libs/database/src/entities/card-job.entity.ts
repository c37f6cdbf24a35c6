import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, LongText, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

export const CARD_JOB_KINDS = [
  'generate',
  'import',
  'import_state',
  'freeze',
  'unfreeze',
  'delete',
  'add_time',
  'add_uses',
  'note',
  'reset',
  'apply_type',
  'kick',
  'unbind',
] as const;
export type CardJobKind = (typeof CARD_JOB_KINDS)[number];

/**
 * `queued` and `running` jobs are in progress; other statuses are final. Only a job with the status `done` has changed
 * cards.
 */
export const CARD_JOB_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type CardJobStatus = (typeof CARD_JOB_STATUSES)[number];

/** A change to many cards at once. It is applied completely or not at all. */
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

  /** Number of cards, or of lines of an import. */
  @Whole()
  total!: number;

  /** Number of processed cards or lines. While the job runs, the server has a more recent number than this row. */
  @Whole()
  progress!: number;

  /** JSON of the request. */
  @LongText()
  input!: string;

  /** JSON of the result; `null` if there is none. A failed job can have one too. */
  @LongText({ nullable: true })
  result!: string | null;

  /**
   * Report on those lines of an import from which no card or user was created, as base64 of gzipped JSON lines. Queries
   * load this column only if they name it.
   */
  @Column({ type: 'mediumtext', nullable: true, select: false })
  report!: string | null;

  /** Error message of a failed job. */
  @Text(1000, { nullable: true })
  error!: string | null;

  /**
   * Idempotency key from the caller: two requests with the same key create only one job. `null` if the caller sent
   * none.
   */
  @Text(64, { nullable: true })
  requestKey!: string | null;

  /** The requester. */
  @Text(255)
  createdBy!: string;

  /**
   * Id of the server process that runs the job; `null` if the job was restored from a backup, or created by an early
   * version of Latchkey, which supported only one process.
   */
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
