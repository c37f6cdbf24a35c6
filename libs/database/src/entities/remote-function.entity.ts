import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

/** A script that the server runs at a client's request. */
@Entity('functions')
@Index('ux_functions_name', ['applicationId', 'name'], { unique: true })
export class RemoteFunction {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_functions_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** 1–64 letters and digits of any script, `_`, `.` and `-`; the source defines a function with this name. */
  @Text(64)
  name!: string;

  /** JavaScript, at most 64 KiB. */
  @LongText()
  source!: string;

  /** Incremented with every change of the source. */
  @Whole()
  version!: number;

  /** Calls of a disabled function get the error 10541, as if the function did not exist. */
  @Flag()
  enabled!: boolean;

  /** Maximum wall time of a call in milliseconds, at most the server's limit; `null` means the server's limit. */
  @Whole({ nullable: true })
  timeoutMs!: number | null;

  /** Maximum memory of a call in MiB, at most the server's limit; `null` means the server's limit. */
  @Whole({ nullable: true })
  memoryMb!: number | null;

  /** Number of uses that a call consumes. If 0 and `requireFeature` is null, the call needs no card or user. */
  @Whole({ default: 0 })
  cost!: number;

  /** Feature that the caller's card or user must have; null means none. */
  @Text(64, { nullable: true })
  requireFeature!: string | null;

  /**
   * If true, a running trial can call the function without the card or user that `cost` requires. A trial consumes no
   * uses.
   */
  @Flag({ default: false })
  trials!: boolean;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
