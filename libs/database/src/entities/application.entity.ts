import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, RowVersion, Text, TextList, Whole } from '../columns.js';

/** Sign modes of requests. `md5` and `hmac-sha256` cover the parameters, `hmac-sha256-path` also method and path. */
export const SIGN_MODES = ['md5', 'hmac-sha256', 'hmac-sha256-path'] as const;
export type SignMode = (typeof SIGN_MODES)[number];

/**
 * Signature modes of answers: none (`off`), a digest with the application's secret (`digest`), or a signature with the
 * application's private key (`ed25519`).
 */
export const RESPONSE_SIGNATURES = ['off', 'digest', 'ed25519'] as const;
export type ResponseSignature = (typeof RESPONSE_SIGNATURES)[number];

export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Actions when a login would exceed the session limit. The login first replaces sessions of its own device. The policy
 * applies only if the device has no session, or if replacing its sessions is not enough because the limit was lowered.
 */
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

/** How often a device may have a trial: never, once, or once in each interval. */
export const TRIAL_MODES = ['off', 'once', 'interval'] as const;
export type TrialMode = (typeof TRIAL_MODES)[number];

/** Other services, whose clients an application can serve without changes to the clients. */
export const COMPAT_SERVICES = ['none', 'paojiaoyun'] as const;
export type CompatService = (typeof COMPAT_SERVICES)[number];

/** A client software product, with its signing secret and its rules. */
@Entity('applications')
@Index('ux_applications_app_key', ['appKey'], { unique: true })
@Index('ix_applications_name', ['name'])
@Index('ux_applications_portal_slug', ['portalSlug'], { unique: true })
export class Application {
  @PrimaryGeneratedColumn()
  id!: number;

  /** 20 characters of `a-z0-9`. */
  @Text(20)
  appKey!: string;

  /** The signing secret, sealed by the secret box. */
  @Text(255)
  appSecretSealed!: string;

  /** The sealed secret before the last rotation. It is valid until `previousSecretUntil`, and kept after that time. */
  @Text(255, { nullable: true })
  previousSecretSealed!: string | null;

  /** Epoch milliseconds; `null` if only the current secret is valid. */
  @EpochMs({ nullable: true })
  previousSecretUntil!: number | null;

  /**
   * The Ed25519 private key, sealed by the secret box. If null, the server generates a key when it loads the
   * application.
   */
  @Text(255, { nullable: true })
  signingKeySealed!: string | null;

  /** Public key for answers signed by `ed25519`: 32 bytes in base64url; null if there is no private key. */
  @Text(43, { nullable: true })
  publicKey!: string | null;

  /**
   * The public key before the last rotation. The panel shows it until `previousPublicKeyUntil`, since clients may still
   * need it; it is kept after that time.
   */
  @Text(43, { nullable: true })
  previousPublicKey!: string | null;

  /** Epoch milliseconds; `null` if clients should contain no public key but the current one. */
  @EpochMs({ nullable: true })
  previousPublicKeyUntil!: number | null;

  @Text(100)
  name!: string;

  /** Requests to a disabled application get the error 10230, as if the application did not exist. */
  @Flag()
  enabled!: boolean;

  @Text(16)
  signMode!: SignMode;

  @Text(8, { default: 'off' })
  responseSignature!: ResponseSignature;

  /** Seconds that a client's clock may be ahead of the server's. */
  @Whole()
  clockLeewaySec!: number;

  /** Language of error messages. */
  @Text(8)
  language!: Language;

  /** IANA time zone in which clients receive `expires`, and in which days, months and years are counted. */
  @Text(64)
  timeZone!: string;

  /** Seconds without a heartbeat after which a session ends, 30–86400. */
  @Whole()
  heartbeatTimeoutSec!: number;

  /** Suggested heartbeat interval in seconds; `null` means a third of the timeout. */
  @Whole({ nullable: true })
  hg!: number | null;

  @Text(16)
  multiOpenPolicy!: MultiOpenPolicy;

  @Text(16)
  unbindPolicy!: UnbindPolicy;

  /** Hours by which the policies `deduct_hours` and `add_hours` move the expiry. */
  @Whole()
  unbindHours!: number;

  /** Default unbind limit of new card types. `null` means unlimited. */
  @Whole({ nullable: true })
  defaultUnbindLimit!: number | null;

  /** Hours that a customer must wait between two unbinds on the customer's page. 0 means no wait. */
  @Whole({ default: 0 })
  unbindCooldownHours!: number;

  @Text(8, { default: 'off' })
  trial!: TrialMode;

  /** Length of a trial in minutes. */
  @Whole({ default: 60 })
  trialMinutes!: number;

  /** Hours from the start of one interval to the start of the next; used by the mode `interval`. */
  @Whole({ default: 24 })
  trialIntervalHours!: number;

  /**
   * Number of new trials that one address may begin at once. This allowance refills evenly over 24 hours, so the
   * address may begin nearly twice this number on the first day. 0 means unlimited.
   */
  @Whole({ default: 20 })
  trialsPerAddress!: number;

  /** Another service, whose clients can use the application under `/v1` without being changed. */
  @Text(16, { default: 'none' })
  compat!: CompatService;

  /**
   * Hosts that clients of the other service may call, in lower case. A host without a port accepts any port; an empty
   * list accepts any host.
   */
  @TextList(2600)
  compatHosts!: string[];

  /** Turns on the customer's page at `/portal/<slug>`. */
  @Flag({ default: false })
  portalEnabled!: boolean;

  /**
   * Last part of the address of the customer's page, 22 random characters of `a-z0-9`; null until the page is enabled
   * for the first time.
   */
  @Text(22, { nullable: true })
  portalSlug!: string | null;

  /** Title of the customer's page. If empty, the page shows the application's name. */
  @Text(100, { default: '' })
  portalTitle!: string;

  /** `https` address of an image on the customer's page. If empty, the page has no image. */
  @Text(500, { default: '' })
  portalLogoUrl!: string;

  /** The seller's contact on the customer's page. If empty, the page shows no contact. */
  @Text(500, { default: '' })
  portalContact!: string;

  /** Languages of the customer's page, the default first. */
  @TextList(32, 'en,zh-CN')
  portalLanguages!: Language[];

  /** Allows the customer's page even if a card type has keys that can be guessed. */
  @Flag({ default: false })
  portalShortKeysConfirmed!: boolean;

  /** Global configuration, returned to clients unchanged. */
  @LongText()
  config!: string;

  @LongText()
  notice!: string;

  /** Template of the text that is copied or exported for a card, such as `Card: {card}`; `null` means `{card}`. */
  @Text(500, { nullable: true })
  cardTemplate!: string | null;

  /** Incremented with every change of the application or of its contents that server processes must notice. */
  @Whole()
  revision!: number;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}
