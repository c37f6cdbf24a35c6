import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import type { HolderKindName } from './device.entity.js';

/** A customer's sign-in to the customer's page. */
@Entity('portal_sessions')
@Index('ux_portal_sessions_token_hash', ['tokenHash'], { unique: true })
@Index('ix_portal_sessions_holder', ['holderKind', 'holderId'])
@Index('ix_portal_sessions_application', ['applicationId'])
@Index('ix_portal_sessions_expires', ['expiresAt'])
export class PortalSession {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_portal_sessions_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(8)
  holderKind!: HolderKindName;

  @Whole()
  holderId!: number;

  /** Base64url SHA-256 of the token in the cookie; the token itself is never stored. */
  @Text(43)
  tokenHash!: string;

  /** Base64url SHA-256 of the card, or of the user's password hash, so that a changed password ends the session. */
  @Text(43)
  credentialHash!: string;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  expiresAt!: number;
}
