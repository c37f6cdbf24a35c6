import { NumberInQuery } from '../../api/from-query.js';
import { RecordId } from '../../crud/filters.js';

export class AttentionQuery {
  @NumberInQuery()
  @RecordId()
  applicationId!: number;
}

/**
 * Kinds of problems that need attention:
 * - `function_fails`: in the last 24 hours, at least 3 calls and at least 20% of the calls of an enabled function's
 * current version failed. If at least 100 calls succeeded, earlier calls in the hour in which this version was saved are
 * counted too
 * - `low_stock`: a product has fewer cards in stock than its channel's level for low stock
 * - `payment_failed`: in the last 7 days, a payment service reported payments for which no cards were issued
 * - `key_guessing`: an address was refused with at least 10 different card keys or user names in the last 6 hours
 * - `webhook_fails`: a webhook was disabled by the server, or its latest deliveries fail (owners only)
 * - `notifier_fails`: at least 3 attempts in a row to send a notifier's messages failed (owners only)
 */
const ATTENTION_KINDS = [
  'function_fails',
  'low_stock',
  'payment_failed',
  'key_guessing',
  'webhook_fails',
  'notifier_fails',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** A problem that needs attention. */
export class AttentionItemDto {
  kind!: AttentionKind;
  /** Id of the function, channel, webhook or notifier; `null` for an address. */
  id!: number | null;
  /** Name of the function, product, channel, webhook or notifier; or the address. */
  name!: string;
  /**
   * Depending on the kind: number of failed calls, cards in stock, payments, tried keys and names, or failed attempts.
   */
  count!: number;
  /**
   * Depending on the kind: the number of calls of the function, the channel's level for low stock, or the number of
   * requests from the address; otherwise `null`.
   */
  of!: number | null;
  /**
   * In epoch milliseconds: for `low_stock`, the time since which the stock has been low, otherwise the time of the
   * latest occurrence; `null` if unknown.
   */
  at!: number | null;
}

export class AttentionDto {
  /** At most 50. */
  items!: AttentionItemDto[];
}
