import type { OrderStatus, ProductMode } from '@app/database';

/** An order of a shop. */
export class FulfilOrderResult {
  /** @example A20260115-1 */
  order_no!: string;

  status!: OrderStatus;

  /**
   * Name of the product at the time of the order.
   * @example Month
   */
  card_type!: string;

  /** Number of cards ordered. */
  quantity!: number;

  /** In minor units of the currency; `null` if not known. */
  amount!: number | null;

  /**
   * ISO 4217 code.
   * @example CNY
   */
  currency!: string | null;

  /**
   * Card keys; those that an administrator deleted are missing.
   * @example ["7Q2M-9XKD-4T6A-PR3W"]
   */
  cards!: string[];

  /**
   * The card keys, one per line.
   * @example 7Q2M-9XKD-4T6A-PR3W
   */
  text!: string;

  /** Time of the order, in epoch seconds. */
  created_at!: number;
}

/** The answer to an order. */
export class FulfilIssuedResult extends FulfilOrderResult {
  /** True if an earlier request with this number issued the cards. */
  replayed!: boolean;
}

/** The state after a refund. */
export class FulfilRefundResult {
  order_no!: string;

  status!: OrderStatus;

  /** Number of cards ordered. */
  quantity!: number;

  /** Number of cards that are frozen now. */
  frozen!: number;

  /** Number of cards that a customer had used. */
  used!: number;
}

/** A product of a channel. */
export class FulfilProductResult {
  /**
   * Name of the product, which an order sends as `card_type`.
   * @example Month
   */
  card_type!: string;

  /** Id of the card type, which can be sent as `card_type` instead. */
  card_type_id!: number;

  mode!: ProductMode;

  /**
   * Number of cards that can be ordered now: of the mode `stock` at most 10000, and at most what the channel may still
   * order today; `null` if unlimited (mode `make` without a limit per day).
   */
  available!: number | null;

  /** Price of one card in minor units of the currency. */
  price!: number;

  /**
   * ISO 4217 code.
   * @example CNY
   */
  currency!: string;
}

export class FulfilStockResult {
  products!: FulfilProductResult[];
}

/** Answer to a refused request. */
export class FulfilRefusalResult {
  /** The first three digits are the HTTP status. */
  code!: number;
  message!: string;
}
