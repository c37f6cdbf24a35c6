import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import {
  Application,
  COMPAT_SERVICES,
  type CompatService,
  type Language,
  LANGUAGES,
  LIMITS,
  MULTI_OPEN_POLICIES,
  type MultiOpenPolicy,
  RESPONSE_SIGNATURES,
  type ResponseSignature,
  SIGN_MODES,
  type SignMode,
  toResponseSignature,
  TRIAL_MODES,
  type TrialMode,
  UNBIND_POLICIES,
  type UnbindPolicy,
} from '@app/database';
import {
  AppKey,
  AppSecret,
  HostList,
  HttpsUrlOrNone,
  keyIdOf,
  LongText,
  Name,
  OneOf,
  Optional,
  SomeOf,
  TextLength,
  TimeZone,
  TrueOrFalse,
  WholeNumber,
} from '@app/platform';
import { EditDto, VersionedActionDto } from '../../crud/edit.dto.js';
import { toDto } from '../../crud/resource.js';
import { CardTemplate } from './card-template.decorator.js';
import { APPLICATION_FIELDS } from './application.resource.js';

export class ApplicationDto extends PickType(Application, APPLICATION_FIELDS) {
  /** Id of `publicKey`, 16 characters. Signed answers contain it as `kid`. */
  keyId!: string | null;

  /** Id of `previousPublicKey`. */
  previousKeyId!: string | null;
}

/** Returns the fields of an application that administrators see. */
export function toApplicationDto(application: Application): ApplicationDto {
  const { publicKey, previousPublicKey } = application;
  return {
    ...toDto(application, APPLICATION_FIELDS),
    keyId: publicKey && keyIdOf(publicKey),
    previousKeyId: previousPublicKey && keyIdOf(previousPublicKey),
  };
}

/** Omitted fields get the defaults of a new application. */
export class CreateApplicationDto {
  @Name(1, 100)
  name!: string;

  /**
   * An existing key that clients already use, for example with another server. Send the `appSecret` of this key too. By
   * default, the server creates a new key. The key cannot be changed later.
   */
  @Optional()
  @AppKey()
  appKey?: string;

  /** The secret of the existing key, 32 characters of `A-Za-z0-9`. */
  @Optional()
  @AppSecret()
  appSecret?: string;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  @Optional()
  @OneOf(SIGN_MODES)
  signMode?: SignMode;

  /** Signature of answers. `false` means `off`, and `true` means `digest`. */
  @Optional()
  @Transform(toResponseSignature)
  @OneOf(RESPONSE_SIGNATURES)
  responseSignature?: ResponseSignature;

  /** Number of seconds by which a client's clock may be ahead of the server's clock. */
  @Optional()
  @WholeNumber(...LIMITS.clockLeewaySec)
  clockLeewaySec?: number;

  /** Language of error messages. */
  @Optional()
  @OneOf(LANGUAGES)
  language?: Language;

  /** IANA time zone in which clients receive `expires`, and in which days, months and years are counted. */
  @Optional()
  @TimeZone()
  timeZone?: string;

  /** Seconds without a heartbeat after which a session expires. */
  @Optional()
  @WholeNumber(...LIMITS.heartbeatTimeoutSec)
  heartbeatTimeoutSec?: number;

  /** Suggested heartbeat interval in seconds, less than the timeout. `null` means a third of the timeout. */
  @IsOptional()
  @WholeNumber(...LIMITS.hg)
  hg?: number | null;

  /**
   * Action when a login exceeds the session limit. Open sessions of the same device are ended first; the policy applies
   * only if ending them does not make enough room.
   */
  @Optional()
  @OneOf(MULTI_OPEN_POLICIES)
  multiOpenPolicy?: MultiOpenPolicy;

  @Optional()
  @OneOf(UNBIND_POLICIES)
  unbindPolicy?: UnbindPolicy;

  /**
   * Hours that each unbind deducts or adds if `unbindPolicy` is `deduct_hours` or `add_hours`. These policies require
   * at least 1 hour.
   */
  @Optional()
  @WholeNumber(...LIMITS.unbindHours)
  unbindHours?: number;

  /** Hours that a customer must wait between two unbinds on the customer's page. 0 means no wait. */
  @Optional()
  @WholeNumber(...LIMITS.unbindCooldownHours)
  unbindCooldownHours?: number;

  /** Unbind limit that a new card type gets if it is created without one. `null` means unlimited. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  defaultUnbindLimit?: number | null;

  /** How often a device may have a trial without a card: never, once, or once in each interval. */
  @Optional()
  @OneOf(TRIAL_MODES)
  trial?: TrialMode;

  /** Length of a trial in minutes. */
  @Optional()
  @WholeNumber(...LIMITS.trialMinutes)
  trialMinutes?: number;

  /**
   * Length of an interval in hours, if `trial` is `interval`. Intervals are aligned to midnight in the application's
   * time zone; intervals of 168 hours begin on Monday.
   */
  @Optional()
  @WholeNumber(...LIMITS.trialIntervalHours)
  trialIntervalHours?: number;

  /**
   * Number of new trials that one address may begin without a wait. This allowance refills evenly over 24 hours, so the
   * address may begin nearly twice this number on the first day. 0 means unlimited.
   */
  @Optional()
  @WholeNumber(...LIMITS.trialsPerAddress)
  trialsPerAddress?: number;

  /** Another service whose unchanged clients can use this application, under the path `/v1`. */
  @Optional()
  @OneOf(COMPAT_SERVICES)
  compat?: CompatService;

  /**
   * Hosts that clients of the other service may call, in lower case, at most 10. A host without a port accepts any
   * port; an empty list accepts any host.
   */
  @Optional()
  @HostList()
  compatHosts?: string[];

  /** Turns the customer's page on. Its link is created when the page is turned on for the first time. */
  @Optional()
  @TrueOrFalse()
  portalEnabled?: boolean;

  /** Title of the customer's page, at most 100 characters. If empty, the page shows the application's name. */
  @Optional()
  @Name(0, 100)
  portalTitle?: string;

  /**
   * `https` address of an image on the customer's page, at most 500 characters. The host must be an IP address or
   * consist of `a-z0-9.-`. If empty, the page has no image.
   */
  @Optional()
  @HttpsUrlOrNone(500)
  portalLogoUrl?: string;

  /** The seller's contact, such as an address or a chat, shown on the customer's page; at most 500 characters. */
  @Optional()
  @TextLength(0, 500)
  portalContact?: string;

  /** Languages of the customer's page, the default first. */
  @Optional()
  @SomeOf(LANGUAGES)
  portalLanguages?: Language[];

  /** Allows the customer's page even if keys of a card type have fewer than 50 random bits and can be guessed. */
  @Optional()
  @TrueOrFalse()
  portalShortKeysConfirmed?: boolean;

  /** Global configuration, which clients receive unchanged; at most 64 KiB. */
  @Optional()
  @LongText()
  config?: string;

  /** At most 64 KiB. */
  @Optional()
  @LongText()
  notice?: string;

  /**
   * Template for a card's text, at most 500 characters. This text is what the panel copies for a card, and what exports
   * by template contain. The template must contain `{card}`, and may contain `{type}`, `{duration}`, `{batch}`,
   * `{note}` and `{application}`, as in `Card: {card} ({duration})`. `null` means `{card}`.
   */
  @IsOptional()
  @CardTemplate()
  cardTemplate?: string | null;
}

export class EditApplicationDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateApplicationDto, ['appKey', 'appSecret']), { skipNullProperties: false }),
) {}

/** The signing secret. No other answer contains it. */
export class SecretDto {
  appKey!: string;
  /** 32 characters of `A-Za-z0-9`. */
  appSecret!: string;
  /** Time until which the previous secret stays valid, in epoch milliseconds; `null` if there is no previous secret. */
  previousSecretUntil!: number | null;
}

export class RotateSigningKeyDto extends VersionedActionDto {
  /**
   * Hours for which the panel still shows the old public key, so that new clients can include both keys; with 0, only
   * the new key is shown. At most 8784, the longest validity of an offline ticket.
   */
  @WholeNumber(0, 8784)
  overlapHours!: number;
}

export class RotateSecretDto extends VersionedActionDto {
  /**
   * Hours for which the old secret stays valid, so that clients can be migrated; 0 ends the old secret at once. At most
   * 8760.
   */
  @WholeNumber(0, 8760)
  overlapHours!: number;
}
