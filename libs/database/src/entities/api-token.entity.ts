import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, RowVersion, Text, Whole } from '../columns.js';
import { Admin, type TokenRole } from './admin.entity.js';
import { Application } from './application.entity.js';

/** A token with which programs use the admin API. It never grants more rights than its administrator has. */
@Entity('api_tokens')
@Index('ux_api_tokens_token_hash', ['tokenHash'], { unique: true })
@Index('ix_api_tokens_admin', ['adminId'])
export class ApiToken {
  @PrimaryGeneratedColumn()
  id!: number;

  /** The administrator who owns the token. The token is deleted with the administrator. */
  @Whole()
  @ForeignKey(() => Admin, { name: 'fk_api_tokens_admin', onDelete: 'CASCADE' })
  adminId!: number;

  @Text(100)
  name!: string;

  @Text(16)
  role!: TokenRole;

  /**
   * True if the token covers all applications of its administrator. If false, it covers the applications in
   * `ApiTokenApplication`.
   */
  @Flag()
  allApplications!: boolean;

  /** Base64url SHA-256; the token itself is never stored. */
  @Text(43)
  tokenHash!: string;

  /** First characters of the token, to recognise it. */
  @Text(12)
  hint!: string;

  /** Epoch milliseconds; `null` if the token never expires. */
  @EpochMs({ nullable: true })
  expiresAt!: number | null;

  /** Time of the last use, to the minute; `null` if the token was never used. */
  @EpochMs({ nullable: true })
  lastUsedAt!: number | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

/** An application that a token covers. Used for tokens whose `allApplications` is false. */
@Entity('api_token_applications')
export class ApiTokenApplication {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => ApiToken, { name: 'fk_api_token_applications_token', onDelete: 'CASCADE' })
  tokenId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_api_token_applications_application', onDelete: 'CASCADE' })
  applicationId!: number;
}
