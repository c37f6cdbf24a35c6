import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Admin } from './admin.entity.js';

/** A session of an administrator. The row is deleted when the session ends. */
@Entity('admin_sessions')
@Index('ux_admin_sessions_token_hash', ['tokenHash'], { unique: true })
@Index('ix_admin_sessions_admin', ['adminId'])
export class AdminSession {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Admin, { name: 'fk_admin_sessions_admin', onDelete: 'CASCADE' })
  adminId!: number;

  /** Base64url SHA-256 of the cookie's token. */
  @Text(43)
  tokenHash!: string;

  /** Address the sign-in came from. */
  @Text(45)
  ip!: string;

  /** User agent of the browser. */
  @Text(255)
  userAgent!: string;

  @EpochMs()
  createdAt!: number;

  /** Time of the last request, to the minute. */
  @EpochMs()
  lastSeenAt!: number;
}
