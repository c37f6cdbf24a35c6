import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, RowVersion, Text, Whole } from '../columns.js';

export const SIGN_MODES = ['md5', 'hmac-sha256'] as const;
export type SignMode = (typeof SIGN_MODES)[number];

export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Policies for a login beyond the session limit when the caller's device has no session to replace. */
export const MULTI_OPEN_POLICIES = ['refuse', 'kick_oldest'] as const;
export type MultiOpenPolicy = (typeof MULTI_OPEN_POLICIES)[number];

export const UNBIND_POLICIES = [
  'unbind_only',
  'reset_to_unused',
  'deduct_hours',
  'add_hours',
  'disabled',
] as const;
export type UnbindPolicy = (typeof UNBIND_POLICIES)[number];

/** A client software product, with its signing secret and its rules. */
@Entity('applications')
@Index('ux_applications_app_key', ['appKey'], { unique: true })
@Index('ix_applications_name', ['name'])
export class Application {
  @PrimaryGeneratedColumn()
  id!: number;

  /** 20 characters of `a-z0-9`. */
  @Text(20)
  appKey!: string;

  /** The signing secret, sealed by the secret box. */
  @Text(255)
  appSecretSealed!: string;

  /** The secret before the last rotation, sealed; valid until `previousSecretUntil`. */
  @Text(255, { nullable: true })
  previousSecretSealed!: string | null;

  /** Epoch milliseconds; null: no previous secret. */
  @EpochMs({ nullable: true })
  previousSecretUntil!: number | null;

  @Text(100)
  name!: string;

  /** A disabled application answers 10230, as if it did not exist. */
  @Flag()
  enabled!: boolean;

  @Text(16)
  signMode!: SignMode;

  /** Adds `nonce` and `sign` to answers. */
  @Flag()
  responseSignature!: boolean;

  /** Seconds that a client's clock may be ahead of the server's. */
  @Whole()
  clockLeewaySec!: number;

  /** Language of error messages. */
  @Text(8)
  language!: Language;

  /** IANA time zone in which `expires` is shown and months and years are counted. */
  @Text(64)
  timeZone!: string;

  /** Seconds without a heartbeat after which a session ends, 30–86400. */
  @Whole()
  heartbeatTimeoutSec!: number;

  /** Suggested heartbeat interval in seconds; null: a third of the timeout. */
  @Whole({ nullable: true })
  hg!: number | null;

  @Text(16)
  multiOpenPolicy!: MultiOpenPolicy;

  @Text(16)
  unbindPolicy!: UnbindPolicy;

  /** Hours by which the policies `deduct_hours` and `add_hours` move the expiry. */
  @Whole()
  unbindHours!: number;

  /** Unbind limit of card types that set none; null: unlimited. */
  @Whole({ nullable: true })
  defaultUnbindLimit!: number | null;

  /** Global configuration, returned to clients unchanged. */
  @LongText()
  config!: string;

  @LongText()
  notice!: string;

  /** Incremented with every change that server processes must notice: of the application itself or of its contents. */
  @Whole()
  revision!: number;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
