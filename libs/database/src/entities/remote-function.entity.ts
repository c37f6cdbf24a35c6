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

  /** 1–64 letters and digits of any script, `_`, `.` and `-`; the source defines a function of this name. */
  @Text(64)
  name!: string;

  /** JavaScript, at most 64 KiB. */
  @LongText()
  source!: string;

  /** Incremented with every change of the source. */
  @Whole()
  version!: number;

  /** A disabled function answers 10541, as if it did not exist. */
  @Flag()
  enabled!: boolean;

  /** Limit on the wall time of a call in milliseconds; null: the server's limit, which it cannot exceed. */
  @Whole({ nullable: true })
  timeoutMs!: number | null;

  /** Memory limit of a call in MiB; null: the server's limit, which it cannot exceed. */
  @Whole({ nullable: true })
  memoryMb!: number | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
