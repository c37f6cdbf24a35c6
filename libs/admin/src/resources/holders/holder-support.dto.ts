import { ApiProperty, PickType } from '@nestjs/swagger';
import {
  AuditRecord,
  Block,
  Consumption,
  Device,
  type HolderKindName,
  Refusal,
  Session,
} from '@app/database';
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

export const CONSUMPTION_FIELDS = [
  'id',
  'requestId',
  'functionName',
  'amount',
  'usesLeft',
  'at',
] as const satisfies (keyof Consumption)[];

export const BLOCKING_FIELDS = [
  'id',
  'applicationId',
  'kind',
  'expiresAt',
] as const satisfies (keyof Block)[];

export const BOUND_DEVICE_FIELDS = ['id', 'deviceId', 'boundAt'] as const satisfies (keyof Device)[];

/** An action on the card or user by an administrator, an API token or, on the customer's page, the customer. */
export class HolderAuditDto extends PickType(AuditRecord, HOLDER_AUDIT_FIELDS) {}

export class HolderSessionDto extends PickType(Session, HOLDER_SESSION_FIELDS) {
  /**
   * True if the session's next heartbeat would be accepted: the session has not ended, and its last heartbeat is within
   * the timeout.
   */
  alive!: boolean;
}

/** A refused request that contained the name of the card or user. */
export class HolderRefusalDto extends PickType(Refusal, HOLDER_REFUSAL_FIELDS) {
  /** Message of the code in English. */
  en!: string;
  /** Message of the code in Chinese. */
  zh!: string;
}

/** The card or user that consumed a card. */
export class ConsumerDto {
  kind!: HolderKindName;
  id!: number;
  /** Name of the card or user; null if it was deleted. */
  name!: string | null;
  /** Epoch milliseconds. */
  at!: number;
}

/** A card that this card or user consumed. */
export class ConsumedCardDto {
  id!: number;
  card!: string;
  /** Epoch milliseconds. */
  at!: number;
}

/** Uses that a client consumed. */
export class ConsumptionDto extends PickType(Consumption, CONSUMPTION_FIELDS) {}

/** The current balance of uses of a counted card or user. */
export class UsesDto {
  left!: number;
  /** Number of uses in total or, with a refill period, per period. */
  total!: number;
  /** Time of the next refill, in epoch milliseconds; null if the uses are not refilled. */
  resetsAt!: number | null;
}

/** The history of a card or user: the latest 50 entries of each kind, latest first. */
export class HolderHistoryDto {
  /**
   * Actions of administrators, API tokens and the customer on this holder only; bulk jobs are in the audit log under
   * `card-jobs`.
   */
  audit!: HolderAuditDto[];
  sessions!: HolderSessionDto[];
  /** Refused requests, kept for `REFUSAL_RETENTION_DAYS`. Repetitions within a minute are recorded once. */
  refusals!: HolderRefusalDto[];
  /** The card or user that consumed the card; `null` if there is none. For a user always `null`. */
  consumedBy!: ConsumerDto | null;
  /** Cards that the card or user consumed. */
  consumed!: ConsumedCardDto[];
  /** Null if the uses of the card or user are not counted. */
  uses!: UsesDto | null;
  /** Consumed uses, kept for 7 days. */
  consumptions!: ConsumptionDto[];
}

export class DiagnosisQuery {
  /** The device that logs in, 1–128 characters; by default the device of the last attempt. */
  @Optional()
  @TextLength(1, 128)
  deviceId?: string;
}

/** A block. Only owners see details of a block that applies to all applications. */
export class BlockingDto extends PickType(Block, BLOCKING_FIELDS) {
  /**
   * A device id; an address or CIDR range; or a card or user name in which `*` matches any characters. Null if the block
   * applies to all applications and the caller is not an owner.
   */
  pattern!: string | null;
  /** Null if the block applies to all applications and the caller is not an owner. */
  reason!: string | null;
}

export class BoundDeviceDto extends PickType(Device, BOUND_DEVICE_FIELDS) {}

/** Details of the reason. Which fields are present depends on the reason. */
export class DiagnosisFactsDto {
  /** For `address_blocked` and `blocked`. */
  block?: BlockingDto;
  /** For `consumed`. */
  consumedBy?: ConsumerDto | null;
  /**
   * For `frozen`: the administrator who froze the card or user, according to the audit log; null if unknown. Only the
   * application's latest 100 bulk jobs are searched.
   */
  frozenBy?: string | null;
  /** For `frozen`: the time of the freeze, in epoch milliseconds; null if unknown. */
  frozenAt?: number | null;
  /** For `frozen`: the reason given for the freeze; null if there was none or it is unknown. */
  frozenReason?: string | null;
  /** For `expired`: the time of expiry in epoch milliseconds. */
  expiredAt?: number;
  /** For `device_limit`: the maximum number of bound devices. */
  maxDevices?: number;
  /** For `device_limit`: the bound devices, at most 50. */
  devices?: BoundDeviceDto[];
  /** For `multi_open`: the maximum number of concurrent sessions. */
  maxSessions?: number;
  /** For `multi_open`: the open sessions. For `none`: the sessions that the login would end. At most 50. */
  sessions?: HolderSessionDto[];
  /** For `none`: true when the login would start the time of the card or user. */
  activates?: boolean;
  /** For `none`: true when the login would bind the device. */
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

/** The response that a login would get now; for a user, a login with the correct password. */
export class LoginDiagnosisDto {
  /** Code of the client API; 0 if the login would succeed. */
  code!: number;
  /**
   * `none` means that the login would succeed. Any other value names the first check of the client API that would
   * refuse the login. The checks in their order:
   * - `address_blocked`: refused with HTTP 429. If the block is only for this application, `application_disabled` is
   * checked first
   * - `application_disabled`
   * - `blocked`: the card, the user or the device is blocked
   * - `consumed`: the card was consumed
   * - `frozen`, `expired`
   * - `device_limit`: other devices have reached the device limit
   * - `multi_open`: other sessions have reached the session limit
   */
  @ApiProperty({ enum: REASONS })
  reason!: LoginVerdict['reason'];
  /** The device for which the login is predicted; `null` stands for a new device. */
  deviceId!: string | null;
  /** The address for which the login is predicted, from the last attempt; `null` if there was no attempt. */
  ip!: string | null;
  facts!: DiagnosisFactsDto;
}
