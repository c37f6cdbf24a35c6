import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, LongText, Text, Whole } from '../columns.js';

/**
 * Kind of actor: an administrator in the panel, an API token, the server itself, or a customer on the customer's page.
 */
export type ActorKind = 'admin' | 'token' | 'server' | 'customer';

/** A recorded action. Rows are never updated, and are deleted after `AUDIT_RETENTION_DAYS`. */
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

  /** The administrator's id; `null` for the server itself, a customer or an unknown actor. */
  @Whole({ nullable: true })
  actorId!: number | null;

  /**
   * The administrator's email address, with the name of the API token if a token was used; `server`, `customer` or
   * `unknown` for other actors.
   */
  @Text(255)
  actorName!: string;

  /** `null` if the record does not belong to an application. */
  @Whole({ nullable: true })
  applicationId!: number | null;

  /** Resource name, as in the admin API's paths. */
  @Text(32)
  resource!: string;

  @Text(64, { nullable: true })
  recordId!: string | null;

  /** Readable name of the record, such as the card key. */
  @Text(255, { nullable: true })
  recordName!: string | null;

  /** Action such as `create`, `update`, `delete`, `freeze`. */
  @Text(32)
  action!: string;

  /** JSON of the changed fields before the change; `null` if the record was created. Never contains secrets. */
  @LongText({ nullable: true })
  before!: string | null;

  /** JSON of the changed fields after the change; `null` if the record was deleted. */
  @LongText({ nullable: true })
  after!: string | null;

  /** Address the request came from. */
  @Text(45)
  ip!: string;

  /** Request id, as in the server's log. */
  @Text(64)
  requestId!: string;
}
