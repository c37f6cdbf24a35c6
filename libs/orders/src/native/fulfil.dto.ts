import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';
import { REFUND_MODES, type RefundMode } from '@app/database';
import { OneOf, Optional, TextLength, WholeNumber } from '@app/platform';
import { FromText } from '../http/from-text.js';
import { ORDER_NO } from '../http/order-no.js';
import { TypedText } from '../http/typed-text.js';

/** Maximum amount or price, in minor units. */
export const MAX_AMOUNT = 1_000_000_000_000;

/** POST /orders */
export class FulfilOrderDto {
  /**
   * The shop's order number: 1–64 of `A-Z a-z 0-9 . _ : -`, beginning with a letter or digit. Unique within the
   * channel.
   * @example A20260115-1
   */
  @Matches(ORDER_NO, { message: 'must be 1–64 of A-Z a-z 0-9 . _ : - and begin with a letter or digit' })
  order_no!: string;

  /**
   * Name of a product of the channel, or the id of its card type.
   * @example Month
   */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value))
  @TextLength(1, 100)
  card_type!: string;

  /** Number of cards, 1–100 and at most the limit of the channel; by default 1. */
  @Optional()
  @FromText()
  @WholeNumber(1, 100)
  quantity?: number;

  /** Contact of the buyer. Unprintable characters are removed, and only the first 200 characters are kept. */
  @TypedText(200)
  contact?: string;

  /**
   * Amount that the buyer paid for the whole order, in minor units. By default the price of the product times
   * `quantity`.
   */
  @Optional()
  @FromText()
  @WholeNumber(0, MAX_AMOUNT)
  amount?: number;

  /** Unprintable characters are removed, and only the first 500 characters are kept. */
  @TypedText(500)
  note?: string;
}

/** POST /orders/{no}/refund */
export class FulfilRefundDto {
  /** `unused`: freezes the cards that were not used yet. `all`: freezes every card and ends its sessions. */
  @OneOf(REFUND_MODES)
  mode!: RefundMode;
}
