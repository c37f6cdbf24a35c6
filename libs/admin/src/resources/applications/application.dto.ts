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

/** What is left out has the defaults of a new application. */
export class CreateApplicationDto {
  @Name(1, 100)
  name!: string;

  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  @Optional()
  @OneOf(SIGN_MODES)
  signMode?: SignMode;

  /** Whether answers carry `nonce` and `sign`. */
  @Optional()
  @TrueOrFalse()
  responseSignature?: boolean;

  /** Seconds that clients' clocks may be ahead. */
  @Optional()
  @WholeNumber(...LIMITS.clockLeewaySec)
  clockLeewaySec?: number;

  /** Language of error messages. */
  @Optional()
  @OneOf(LANGUAGES)
  language?: Language;

  /** IANA zone that `expires` is shown in, and in which months and years are counted. */
  @Optional()
  @TimeZone()
  timeZone?: string;

  /** Seconds without a heartbeat after which a session dies. */
  @Optional()
  @WholeNumber(...LIMITS.heartbeatTimeoutSec)
  heartbeatTimeoutSec?: number;

  /** Suggested heartbeat interval in seconds, less than the timeout; null: a third of the timeout. */
  @IsOptional()
  @WholeNumber(...LIMITS.hg)
  hg?: number | null;

  /** What happens at the multi-open limit when the caller's device has no session to replace. */
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

  /** Unbind limit of card types that name none; null: unlimited. */
  @IsOptional()
  @WholeNumber(...LIMITS.count)
  defaultUnbindLimit?: number | null;

  /** Global configuration handed to clients as it is, at most 64 KiB. */
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

/** The signing secret. It is in no other answer. */
export class SecretDto {
  appKey!: string;
  /** 32 characters of `A-Za-z0-9`. */
  appSecret!: string;
  /** Until when the secret before still verifies, in epoch milliseconds; null: there is none. */
  previousSecretUntil!: number | null;
}

export class RotateSecretDto {
  /** Hours that the old secret still verifies, so that clients can be moved over; 0 ends it at once. At most 8760. */
  @WholeNumber(0, 8760)
  overlapHours!: number;
}
