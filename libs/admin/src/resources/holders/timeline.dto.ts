import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { Optional, WholeNumber } from '@app/platform';
import { faultOptions } from '../../errors/field-faults.js';
import { NumberInQuery } from '../../api/from-query.js';
import {
  ConsumedCardDto,
  ConsumerDto,
  ConsumptionDto,
  HolderAuditDto,
  HolderRefusalDto,
  HolderSessionDto,
} from './holder-support.dto.js';

const TIMELINE_KINDS = [
  'created',
  'issued',
  'activated',
  'expired',
  'login',
  'bound',
  'refusal',
  'consumption',
  'recharge',
  'consumed',
  'order',
  'refund',
  'change',
  'job',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

const ACTORS = ['admin', 'token', 'server', 'client', 'customer', 'shop'] as const;
export type TimelineActor = (typeof ACTORS)[number];

export class TimelineQuery {
  /** Value of `next` from the page that was read last. By default the latest entries are returned. */
  @Optional()
  @Matches(/^\d{1,16}\.\d{1,2}\.\d{1,16}$/, faultOptions('timeline_cursor'))
  before?: string;

  /** Number of entries, 1–100; by default 50. */
  @Optional()
  @NumberInQuery()
  @WholeNumber(1, 100)
  limit?: number;
}

/** An order that issued a card. */
export class TimelineOrderDto {
  id!: number;
  /** The shop's order number; `null` if an administrator issued the order. */
  externalNo!: string | null;
  product!: string;
}

/** A card job that changed several cards or users, including this one. */
export class TimelineJobDto {
  id!: number;
  /** Action of the job, such as `freeze`. */
  kind!: string;
  /** Number of cards or users that the job changed. */
  changed!: number;
  /** Reason given for a freeze; `null` if there was none. */
  reason!: string | null;
}

/** An entry in the timeline of a card or user. Only the details of its kind are present. */
export class TimelineEntryDto {
  /** Unique within the timeline. */
  id!: string;

  /** Epoch milliseconds. */
  at!: number;

  /**
   * - `created`, `activated`, `expired`, `issued` (handed out): no details
   * - `login`: the field `session` contains the session and its end
   * - `bound`: the device `deviceId` was bound, and is still bound
   * - `refusal`, `consumption`: the field of the same name contains the details
   * - `recharge`: the card or user consumed the card `consumed`
   * - `consumed`: the card was consumed by `consumedBy`
   * - `order`, `refund`: the field `order` contains the order
   * - `change`: the field `change` contains an action on this card or user only
   * - `job`: the field `job` contains an action on many cards or users at once
   */
  @ApiProperty({ enum: TIMELINE_KINDS })
  kind!: TimelineKind;

  /** `client`: the customer's software. */
  @ApiProperty({ enum: ACTORS })
  actorKind!: TimelineActor;

  /** Name of the administrator, token or channel; `customer` for the customer; `null` for clients and the server. */
  actorName!: string | null;

  deviceId?: string;
  session?: HolderSessionDto;
  /** For a session that was kicked individually: the administrator or token that kicked it. */
  kickedBy?: string;
  refusal?: HolderRefusalDto;
  consumption?: ConsumptionDto;
  consumed?: ConsumedCardDto;
  consumedBy?: ConsumerDto;
  order?: TimelineOrderDto;
  change?: HolderAuditDto;
  job?: TimelineJobDto;
}

export class TimelineDto {
  /** Latest first. */
  entries!: TimelineEntryDto[];
  /** Value of `before` for the next page; `null` if there is no next page. */
  next!: string | null;
}
