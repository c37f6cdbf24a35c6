import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, Text, Whole } from '../columns.js';
import { RemoteFunction } from './remote-function.entity.js';

/** A source that a function has had. Every save keeps one. */
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

  /** Who saved it. */
  @Text(255)
  createdBy!: string;

  @EpochMs()
  createdAt!: number;
}

/** One of a function's latest calls by clients. */
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

  /** The function's version that ran. */
  @Whole()
  version!: number;

  @EpochMs()
  at!: number;

  @Flag()
  ok!: boolean;

  @Whole()
  durationMs!: number;

  /** Roughly what it took of the heap, in bytes. */
  @EpochMs()
  heapBytes!: number;

  /** Why it failed; null: it did not. */
  @Text(1000, { nullable: true })
  error!: string | null;

  /** What it wrote with `console.log`, a line each. */
  @LongText()
  console!: string;
}
