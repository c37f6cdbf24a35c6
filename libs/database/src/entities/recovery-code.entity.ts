import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Text, Whole } from '../columns.js';
import { Admin } from './admin.entity.js';

/** A recovery code, which can be used once instead of a one-time password. */
@Entity('recovery_codes')
@Index('ux_recovery_codes_code', ['adminId', 'codeHash'], { unique: true })
export class RecoveryCode {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Admin, { name: 'fk_recovery_codes_admin', onDelete: 'CASCADE' })
  adminId!: number;

  /** Base64url SHA-256. */
  @Text(43)
  codeHash!: string;
}
