import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, RowVersion, Text, Whole } from '../columns.js';
import { Admin, type Role } from './admin.entity.js';
import { Application } from './application.entity.js';

/** A token for programs to use the admin API. It never grants more than its administrator may do. */
@Entity('api_tokens')
@Index('ux_api_tokens_token_hash', ['tokenHash'], { unique: true })
@Index('ix_api_tokens_admin', ['adminId'])
export class ApiToken {
  @PrimaryGeneratedColumn()
  id!: number;

  /** The owner; the token is deleted with them. */
  @Whole()
  @ForeignKey(() => Admin, { name: 'fk_api_tokens_admin', onDelete: 'CASCADE' })
  adminId!: number;

  @Text(100)
  name!: string;

  @Text(16)
  role!: Role;

  /**
   * True when it covers every application of its administrator; otherwise those of `ApiTokenApplication`, possibly
   * none.
   */
  @Flag()
  allApplications!: boolean;

  /** Base64url SHA-256; the token itself is never stored. */
  @Text(43)
  tokenHash!: string;

  /** The token's first characters, to identify it by. */
  @Text(12)
  hint!: string;

  /** Epoch milliseconds; null: never expires. */
  @EpochMs({ nullable: true })
  expiresAt!: number | null;

  /** Time of last use, to the minute; null: never used. */
  @EpochMs({ nullable: true })
  lastUsedAt!: number | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

/** An application of a token that does not cover all of its administrator's. */
@Entity('api_token_applications')
export class ApiTokenApplication {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => ApiToken, { name: 'fk_api_token_applications_token', onDelete: 'CASCADE' })
  tokenId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Application, { name: 'fk_api_token_applications_application', onDelete: 'CASCADE' })
  applicationId!: number;
}
