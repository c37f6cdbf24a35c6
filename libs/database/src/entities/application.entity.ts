import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, RowVersion, Text, Whole } from '../columns.js';

export const SIGN_MODES = ['md5', 'hmac-sha256'] as const;
export type SignMode = (typeof SIGN_MODES)[number];

export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What happens at the multi-open limit when the caller's device has no session to replace. */
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

/** A piece of client software, with its signing secret and its rules. */
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

  /** The secret before the last rotation, sealed; it still verifies until `previousSecretUntil`. */
  @Text(255, { nullable: true })
  previousSecretSealed!: string | null;

  /** Epoch milliseconds; null: there is no earlier secret. */
  @EpochMs({ nullable: true })
  previousSecretUntil!: number | null;

  @Text(100)
  name!: string;

  /** A disabled application answers 10230, as if it did not exist. */
  @Flag()
  enabled!: boolean;

  @Text(16)
  signMode!: SignMode;

  /** Whether answers carry `nonce` and `sign`. */
  @Flag()
  responseSignature!: boolean;

  /** Seconds that a client's clock may be ahead of ours. */
  @Whole()
  clockLeewaySec!: number;

  /** Language of error messages. */
  @Text(8)
  language!: Language;

  /** IANA zone that `expires` is shown in, and in which months and years are counted. */
  @Text(64)
  timeZone!: string;

  /** Seconds without a heartbeat after which a session dies, 30–86400. */
  @Whole()
  heartbeatTimeoutSec!: number;

  /** Suggested heartbeat interval in seconds; null: a third of the timeout. */
  @Whole({ nullable: true })
  hg!: number | null;

  @Text(16)
  multiOpenPolicy!: MultiOpenPolicy;

  @Text(16)
  unbindPolicy!: UnbindPolicy;

  /** Hours that the policies `deduct_hours` and `add_hours` move the expiry by. */
  @Whole()
  unbindHours!: number;

  /** Unbind limit of card types that name none; null: unlimited. */
  @Whole({ nullable: true })
  defaultUnbindLimit!: number | null;

  /** Global configuration handed to clients as it is. */
  @LongText()
  config!: string;

  @LongText()
  notice!: string;

  /** Grows with every change that server processes have to notice: of the application itself or of what it holds. */
  @Whole()
  revision!: number;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
