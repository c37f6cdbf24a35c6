import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

/** A value that clients read and only administrators write. */
@Entity('variables')
@Index('ux_variables_key', ['applicationId', 'key'], { unique: true })
export class Variable {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_variables_application', onDelete: 'CASCADE' })
  applicationId!: number;

  /** 1–64 letters and digits of any script, `_`, `.` and `-`. */
  @Text(64)
  key!: string;

  /** At most 64 KiB. */
  @LongText()
  value!: string;

  /** Incremented with every change of the value. */
  @Whole({ default: 1 })
  version!: number;

  /**
   * Rule for the check value that clients get with the variable: `md5`, `crc32`, or a fixed text that is returned
   * unchanged. `null` means no check value.
   */
  @Text(255, { nullable: true })
  checkRule!: string | null;

  /** If true, reading the variable requires a valid card. */
  @Flag()
  cardAuth!: boolean;

  /** If true, a running trial can read the variable without the card that `cardAuth` requires. */
  @Flag({ default: false })
  trials!: boolean;

  /** Feature that the card must have; null means none. A required feature implies `cardAuth`. */
  @Text(64, { nullable: true })
  requireFeature!: string | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
