import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import type { HolderKindName } from './device.entity.js';

/** Kinds of holders that have sessions: cards, users, and the trials of devices. */
export const SESSION_KINDS = ['card', 'user', 'trial'] as const satisfies (HolderKindName | 'trial')[];
export type SessionKindName = (typeof SESSION_KINDS)[number];

export type SessionEndReason =
  | 'logout'
  | 'timeout'
  | 'replaced'
  | 'kicked'
  | 'unbound'
  | 'frozen'
  /** The database was restored from a backup in which the session was open. */
  | 'restored';

/** A login, kept alive by heartbeats. It is active until `endedAt` is set or its timeout has passed. */
@Entity('sessions')
@Index('ux_sessions_token_hash', ['tokenHash'], { unique: true })
@Index('ix_sessions_holder', ['holderKind', 'holderId', 'endedAt'])
@Index('ix_sessions_last_seen', ['applicationId', 'endedAt', 'lastSeenAt', 'id', 'holderKind'])
@Index('ix_sessions_ended', ['endedAt'])
@Index('ix_sessions_device', ['applicationId', 'deviceId', 'ip'])
@Index('ix_sessions_ip', ['applicationId', 'ip'])
export class Session {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_sessions_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(8)
  holderKind!: SessionKindName;

  @Whole()
  holderId!: number;

  @Text(128)
  deviceId!: string;

  /** Base64url SHA-256 of the token; the token itself is never stored. */
  @Text(43)
  tokenHash!: string;

  /** Address the login came from. */
  @Text(45)
  ip!: string;

  @EpochMs()
  createdAt!: number;

  /** Time of the last heartbeat, or of the login. While the session is live, this column may lag by about a second. */
  @EpochMs()
  lastSeenAt!: number;

  @EpochMs({ nullable: true })
  endedAt!: number | null;

  @Text(16, { nullable: true })
  endReason!: SessionEndReason | null;
}
