import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { BigWhole, EpochMs, Flag, LongText, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import { RemoteFunction } from './remote-function.entity.js';

/** A version of a function's source. Every save of a different source creates a version. */
@Entity('function_versions')
@Index('ux_function_versions_version', ['functionId', 'version'], { unique: true })
export class FunctionVersion {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => RemoteFunction, { name: 'fk_function_versions_function', onDelete: 'CASCADE' })
  functionId!: number;

  @Whole()
  version!: number;

  @LongText()
  source!: string;

  /** The author of the save. */
  @Text(255)
  createdBy!: string;

  @EpochMs()
  createdAt!: number;
}

/**
 * Number of times that clients called a function in an hour. The counts of a deleted function are kept until they are
 * purged.
 */
@Entity('function_call_counts')
export class FunctionCallCount {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_function_call_counts_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** Epoch hours: epoch milliseconds divided by 3,600,000. */
  @PrimaryColumn({ type: 'int' })
  hour!: number;

  @PrimaryColumn({ type: 'int' })
  functionId!: number;

  @Whole()
  calls!: number;

  /** Number of these calls that failed. */
  @Whole()
  failures!: number;
}

/** A recent call of a function by a client. */
@Entity('function_calls')
@Index('ix_function_calls_function', ['functionId', 'ok'])
export class FunctionCallRecord {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => RemoteFunction, { name: 'fk_function_calls_function', onDelete: 'CASCADE' })
  functionId!: number;

  @Whole()
  applicationId!: number;

  /** Version of the function that ran. */
  @Whole()
  version!: number;

  @EpochMs()
  at!: number;

  @Flag()
  ok!: boolean;

  @Whole()
  durationMs!: number;

  /** Approximate heap use in bytes. */
  @BigWhole()
  heapBytes!: number;

  /** Error message; `null` if the call succeeded. */
  @Text(1000, { nullable: true })
  error!: string | null;

  /** Output of `console.log`, one line each. */
  @LongText()
  console!: string;
}
