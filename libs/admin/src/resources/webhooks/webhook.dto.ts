import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Webhook, WebhookDelivery } from '@app/database';
import { EventTypeList } from '@app/events';
import {
  LATEST_TIME,
  Name,
  Optional,
  TextLength,
  TrueOrFalse,
  URL_MAX_LENGTH,
  WholeNumber,
} from '@app/platform';
import { WebhookSecret } from '@app/webhooks';
import { EditDto, VersionedActionDto } from '../../crud/edit.dto.js';
import { IdList } from '../../crud/filters.js';
import { DELIVERY_FIELDS, WEBHOOK_FIELDS } from './webhook.resource.js';

export class WebhookDto extends PickType(Webhook, WEBHOOK_FIELDS) {
  /** Ids of the applications whose events the webhook receives; empty if `allApplications` is true. */
  applicationIds!: number[];
}

/** A webhook's signing secret. Share it only with the receiver. */
export class WebhookSecretDto {
  /** `whsec_` and a base64 key, the format of the Standard Webhooks libraries. */
  secret!: string;

  /** Epoch milliseconds until which requests are also signed with the previous secret; null if there is no overlap. */
  previousSecretUntil!: number | null;
}

export class CreateWebhookDto {
  /** Unique, 1–100 characters. */
  @Name(1, 100)
  name!: string;

  /** HTTPS or HTTP address, at most 1000 characters. The host must be public or allowed by `OUTGOING_ALLOW`. */
  @TextLength(1, URL_MAX_LENGTH)
  url!: string;

  /** Types of events, or only `*` for all types, including types that later server versions add. */
  @EventTypeList()
  types!: string[];

  /** Ids of the applications. Null, the default, means all applications. */
  @IsOptional()
  @IdList()
  applicationIds?: number[] | null;

  /** If true, requests contain complete card keys; by default only their last four characters. */
  @Optional()
  @TrueOrFalse()
  revealCards?: boolean;

  /** True by default. A disabled webhook receives nothing. */
  @Optional()
  @TrueOrFalse()
  enabled?: boolean;

  /** An existing signing secret to keep using. By default a new one is created. */
  @Optional()
  @WebhookSecret()
  secret?: string;
}

export class EditWebhookDto extends IntersectionType(
  EditDto,
  PartialType(OmitType(CreateWebhookDto, ['secret']), { skipNullProperties: false }),
) {}

export class RotateWebhookSecretDto extends VersionedActionDto {
  /** Hours for which requests are signed with both secrets, 0–720; 0 ends the old secret at once. */
  @WholeNumber(0, 720)
  overlapHours!: number;
}

export class ReplayWebhookDto {
  /** Epoch milliseconds. Only deliveries created at this time or later are replayed. */
  @WholeNumber(0, LATEST_TIME)
  from!: number;

  /** Epoch milliseconds. Only deliveries created before this time are replayed. */
  @WholeNumber(0, LATEST_TIME)
  to!: number;

  /** If true (default), only failed deliveries are replayed; otherwise successful deliveries too. */
  @Optional()
  @TrueOrFalse()
  failedOnly?: boolean;
}

export class ReplayedDto {
  /** Number of deliveries that will be sent again. */
  replayed!: number;
}

export class WebhookDeliveryDto extends PickType(WebhookDelivery, DELIVERY_FIELDS) {
  /** Id of the event, sent in the header `webhook-id`. */
  event!: string;

  /** Type of the event. */
  type!: string;

  /** Application of the event; null if there is none. */
  applicationId!: number | null;

  /** Time of the event, in epoch milliseconds. */
  eventAt!: number;
}
