import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, LongText, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import type { HolderKindName } from './device.entity.js';

/** Uses that a client consumed from a card or user, with the answer that a repeated request gets. */
@Entity('consumptions')
@Index('ux_consumptions_request', ['holderKind', 'holderId', 'requestId'], { unique: true })
@Index('ix_consumptions_holder', ['holderKind', 'holderId', 'at'])
@Index('ix_consumptions_application', ['applicationId'])
@Index('ix_consumptions_at', ['at'])
export class Consumption {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_consumptions_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(8)
  holderKind!: HolderKindName;

  @Whole()
  holderId!: number;

  /** Idempotency key from the client, unique per holder; null for a function call without a request id. */
  @Text(64, { nullable: true })
  requestId!: string | null;

  /** The function whose call consumed the uses; null if the client consumed them directly. */
  @Text(64, { nullable: true })
  functionName!: string | null;

  /** Base64url SHA-256 of the function's parameters. */
  @Text(43, { nullable: true })
  paramsHash!: string | null;

  @Whole()
  amount!: number;

  /** Uses left afterwards. */
  @Whole()
  usesLeft!: number;

  @Whole()
  usesTotal!: number;

  /** Time of the next refill, in epoch milliseconds; null if the uses are not refilled. */
  @EpochMs({ nullable: true })
  resetsAt!: number | null;

  /** The function's result, kept for repeated requests; null if the call had no result or no request id. */
  @LongText({ nullable: true })
  value!: string | null;

  @EpochMs()
  at!: number;
}
