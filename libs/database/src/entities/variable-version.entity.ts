import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, LongText, Text, Whole } from '../columns.js';
import { Variable } from './variable.entity.js';

/** A version of a variable's value. Every save of a different value creates a version. */
@Entity('variable_versions')
@Index('ux_variable_versions_version', ['variableId', 'version'], { unique: true })
export class VariableVersion {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Variable, { name: 'fk_variable_versions_variable', onDelete: 'CASCADE' })
  variableId!: number;

  @Whole()
  version!: number;

  @LongText()
  value!: string;

  /** The author of the save. */
  @Text(255)
  createdBy!: string;

  @EpochMs()
  createdAt!: number;
}
