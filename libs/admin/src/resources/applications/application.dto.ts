import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import {
  Application,
  type Language,
  LANGUAGES,
  LIMITS,
  MULTI_OPEN_POLICIES,
  type MultiOpenPolicy,
  SIGN_MODES,
  type SignMode,
  UNBIND_POLICIES,
  type UnbindPolicy,
} from '@app/database';
import { LongText, Name, OneOf, Optional, TimeZone, TrueOrFalse, WholeNumber } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { APPLICATION_FIELDS } from './application.resource.js';

export class ApplicationDto extends PickType(Application, APPLICATION_FIELDS) {}

/** Omitted fields get the defaults of a new application. */
export class CreateApplicationDto {
  @Name(1, 100)
  name!: string;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  @Optional()
  @OneOf(SIGN_MODES)
  signMode?: SignMode;

  /** True when answers carry `nonce` and `sign`. */
  @Optional()
  @TrueOrFalse()
  responseSignature?: boolean;

  /** Seconds that client clocks may be ahead. */
  @Optional()
  @WholeNumber(...LIMITS.clockLeewaySec)
  clockLeewaySec?: number;

  /** Language of error messages. */
  @Optional()
  @OneOf(LANGUAGES)
  language?: Language;

  /** IANA time zone in which `expires` is shown and months and years are counted. */
  @Optional()
  @TimeZone()
  timeZone?: string;

  /** Seconds without a heartbeat after which a session expires. */
  @Optional()
  @WholeNumber(...LIMITS.heartbeatTimeoutSec)
  heartbeatTimeoutSec?: number;

  /** Suggested heartbeat interval in seconds, less than the timeout; null: a third of the timeout. */
  @IsOptional()
  @WholeNumber(...LIMITS.hg)
  hg?: number | null;

  /** Action at the limit of concurrent sessions when the caller's device has no session to replace. */
  @Optional()
  @OneOf(MULTI_OPEN_POLICIES)
  multiOpenPolicy?: MultiOpenPolicy;

  @Optional()
  @OneOf(UNBIND_POLICIES)
  unbindPolicy?: UnbindPolicy;

  /** Hours for the policies `deduct_hours` and `add_hours`, which need at least 1. */
  @Optional()
  @WholeNumber(...LIMITS.unbindHours)
  unbindHours?: number;

  /** Default unbind limit of card types that set none; null: unlimited. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  defaultUnbindLimit?: number | null;

  /** Global configuration passed to clients verbatim, at most 64 KiB. */
  @Optional()
  @LongText()
  config?: string;

  /** At most 64 KiB. */
  @Optional()
  @LongText()
  notice?: string;
}

export class EditApplicationDto extends IntersectionType(
  EditDto,
  PartialType(CreateApplicationDto, { skipNullProperties: false }),
) {}

/** The signing secret. No other answer contains it. */
export class SecretDto {
  appKey!: string;
  /** 32 characters of `A-Za-z0-9`. */
  appSecret!: string;
  /** Time until which the previous secret stays valid, in epoch milliseconds; null: there is none. */
  previousSecretUntil!: number | null;
}

export class RotateSecretDto {
  /** Hours that the old secret stays valid, so that clients can be migrated; 0 ends it at once. At most 8760. */
  @WholeNumber(0, 8760)
  overlapHours!: number;
}
