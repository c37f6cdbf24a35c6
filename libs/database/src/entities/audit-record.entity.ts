import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, LongText, Text, Whole } from '../columns.js';

/** Who acted: an administrator in person, by an API token, or the server itself. */
export type ActorKind = 'admin' | 'token' | 'server';

/** One change that was made. Rows are only ever added, and deleted after `AUDIT_RETENTION_DAYS`. */
@Entity('audit_log')
@Index('ix_audit_log_at', ['at', 'applicationId'])
@Index('ix_audit_log_application', ['applicationId', 'resource', 'action'])
@Index('ix_audit_log_record', ['resource', 'recordId'])
@Index('ix_audit_log_actor', ['actorName', 'applicationId'])
export class AuditRecord {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @EpochMs()
  at!: number;

  @Text(8)
  actorKind!: ActorKind;

  /** The administrator's id; null: the server itself, or nobody who is known. */
  @Whole({ nullable: true })
  actorId!: number | null;

  /** The administrator's address, with the token's name where one was used. */
  @Text(255)
  actorName!: string;

  /** null: of no application. */
  @Whole({ nullable: true })
  applicationId!: number | null;

  /** As in the admin API's paths. */
  @Text(32)
  resource!: string;

  @Text(64, { nullable: true })
  recordId!: string | null;

  /** What people call the record, such as the card. */
  @Text(255, { nullable: true })
  recordName!: string | null;

  /** Such as `create`, `update`, `delete`, `freeze`. */
  @Text(32)
  action!: string;

  /** JSON of what changed, as it was; null: there was nothing. Secrets are never in it. */
  @LongText({ nullable: true })
  before!: string | null;

  /** JSON of what changed, as it is now; null: there is nothing. */
  @LongText({ nullable: true })
  after!: string | null;

  /** Address the request came from. */
  @Text(45)
  ip!: string;

  /** As in the server's log. */
  @Text(64)
  requestId!: string;
}
