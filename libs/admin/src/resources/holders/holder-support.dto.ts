import { ApiProperty, PickType } from '@nestjs/swagger';
import { AuditRecord, Block, Device, type HolderKindName, Refusal, Session } from '@app/database';
import { Optional, TextLength } from '@app/platform';
import type { LoginVerdict } from './diagnose-login.js';

export const HOLDER_AUDIT_FIELDS = [
  'id',
  'at',
  'actorKind',
  'actorName',
  'action',
  'before',
  'after',
] as const satisfies (keyof AuditRecord)[];

export const HOLDER_SESSION_FIELDS = [
  'id',
  'deviceId',
  'ip',
  'createdAt',
  'lastSeenAt',
  'endedAt',
  'endReason',
] as const satisfies (keyof Session)[];

export const HOLDER_REFUSAL_FIELDS = [
  'id',
  'at',
  'endpoint',
  'code',
  'deviceId',
  'ip',
] as const satisfies (keyof Refusal)[];

export const BLOCKING_FIELDS = [
  'id',
  'applicationId',
  'kind',
  'pattern',
  'reason',
  'expiresAt',
] as const satisfies (keyof Block)[];

export const BOUND_DEVICE_FIELDS = ['id', 'deviceId', 'boundAt'] as const satisfies (keyof Device)[];

/** What an administrator did to it. */
export class HolderAuditDto extends PickType(AuditRecord, HOLDER_AUDIT_FIELDS) {}

export class HolderSessionDto extends PickType(Session, HOLDER_SESSION_FIELDS) {
  /** Whether its next heartbeat would be taken: it has not ended, and was seen within the timeout. */
  alive!: boolean;
}

/** A request that named it and was refused. */
export class HolderRefusalDto extends PickType(Refusal, HOLDER_REFUSAL_FIELDS) {
  /** The code's words in English. */
  en!: string;
  /** The code's words in Chinese. */
  zh!: string;
}

/** What a card was spent on. */
export class ConsumerDto {
  kind!: HolderKindName;
  id!: number;
  /** What it is called; null when it was deleted. */
  name!: string | null;
  /** Epoch milliseconds. */
  at!: number;
}

/** A card that was spent on it. */
export class ConsumedCardDto {
  id!: number;
  card!: string;
  /** Epoch milliseconds. */
  at!: number;
}

/** What happened to a card or a user: of everything the latest 50, the latest first. */
export class HolderHistoryDto {
  /** What administrators did to it alone; jobs over many cards are in the audit log under `card-jobs`. */
  audit!: HolderAuditDto[];
  sessions!: HolderSessionDto[];
  /** Kept for `REFUSAL_RETENTION_DAYS`; what repeats itself within a minute is kept once. */
  refusals!: HolderRefusalDto[];
  /** What the card was spent on; null: on nothing, as every user. */
  consumedBy!: ConsumerDto | null;
  /** Cards that were spent on it. */
  consumed!: ConsumedCardDto[];
}

export class DiagnosisQuery {
  /** The device that logs in, 1–128 characters; left out: the one that tried last. */
  @Optional()
  @TextLength(1, 128)
  deviceId?: string;
}

export class BlockingDto extends PickType(Block, BLOCKING_FIELDS) {}

export class BoundDeviceDto extends PickType(Device, BOUND_DEVICE_FIELDS) {}

/** What a reason is made of; each has its own. */
export class DiagnosisFactsDto {
  /** Of `address_blocked` and `blocked`. */
  block?: BlockingDto;
  /** Of `consumed`. */
  consumedBy?: ConsumerDto | null;
  /** Of `frozen`: who froze it alone, by the audit log; null when that does not tell, as of a job over many cards. */
  frozenBy?: string | null;
  /** Of `frozen`: when, in epoch milliseconds; null when the audit log does not tell. */
  frozenAt?: number | null;
  /** Of `frozen`: the reason that was given; null when none was, or the audit log does not tell. */
  frozenReason?: string | null;
  /** Of `expired`: when, in epoch milliseconds. */
  expiredAt?: number;
  /** Of `device_limit`: how many devices may be bound. */
  maxDevices?: number;
  /** Of `device_limit`: those that hold the places, at most 50. */
  devices?: BoundDeviceDto[];
  /** Of `multi_open`: how many sessions may be open at a time. */
  maxSessions?: number;
  /** Of `multi_open`: those that hold the places. Of `none`: those that the login would end. At most 50. */
  sessions?: HolderSessionDto[];
  /** Of `none`: whether the login would begin the time. */
  activates?: boolean;
  /** Of `none`: whether the login would bind the device. */
  binds?: boolean;
}

const REASONS = [
  'address_blocked',
  'application_disabled',
  'blocked',
  'consumed',
  'frozen',
  'expired',
  'device_limit',
  'multi_open',
  'none',
] as const satisfies LoginVerdict['reason'][];

/** What a login would be answered now; of a user, one with the right password. */
export class LoginDiagnosisDto {
  /** As in the client API; 0: it would succeed. */
  code!: number;
  /**
   * In the order in which the client API looks:
   * `address_blocked` (HTTP 429), `application_disabled`, `blocked` (the card, the user or the device), `consumed` (the
   * card was spent), `frozen`, `expired`, `device_limit` (other devices hold the places), `multi_open` (other sessions
   * hold the places), `none` (it would succeed).
   */
  @ApiProperty({ enum: REASONS })
  reason!: LoginVerdict['reason'];
  /** The device that this is about; null: one that was never seen. */
  deviceId!: string | null;
  /** The address that this is about: where the last try came from; null: there was none. */
  ip!: string | null;
  facts!: DiagnosisFactsDto;
}
