import { Matches } from 'class-validator';
import { Optional, WholeNumber } from '@app/platform';
import { FromText } from '../http/from-text.js';
import { ORDER_NO } from '../http/order-no.js';
import { TypedText } from '../http/typed-text.js';

const CODE = { message: 'must be the code of a product' };

/** The fields of every request. */
export class AcgSignedDto {
  /** Id of the channel. */
  @Optional()
  app_id?: string;

  /**
   * MD5 of a text, in lowercase hex. The text consists of all other fields that are not empty, decoded, sorted by name
   * and joined as `name=value` with `&`. It ends with `&key=` and the channel's key.
   */
  @Optional()
  sign?: string;
}

export class AcgItemDto extends AcgSignedDto {
  /**
   * Code of a product.
   * @example 7
   */
  @Matches(/^\d{1,9}$/, CODE)
  code!: string;
}

export class AcgValuationDto extends AcgItemDto {
  /** Number of cards; default 1. */
  @Optional()
  @FromText()
  @WholeNumber(1, 1_000_000)
  num?: number;
}

export class AcgInventoryDto extends AcgSignedDto {
  /** Code of a product. */
  @Matches(/^\d{1,9}$/, CODE)
  sharedCode!: string;
}

export class AcgInventoryStateDto extends AcgSignedDto {
  /** Code of a product. */
  @Matches(/^\d{1,9}$/, CODE)
  shared_code!: string;

  /** Number of cards; default 1. */
  @Optional()
  @FromText()
  @WholeNumber(1, 1_000_000)
  num?: number;
}

export class AcgTradeDto extends AcgSignedDto {
  /** Code of a product. */
  @Matches(/^\d{1,9}$/, CODE)
  shared_code!: string;

  /** Number of cards, at most the limit of the channel. */
  @FromText()
  @WholeNumber(1, 100)
  num!: number;

  /** The shop's order number: 1–64 of `A-Z a-z 0-9 . _ : -`. A repeated number returns the same cards. */
  @Matches(ORDER_NO, { message: 'must be 1–64 of A-Z a-z 0-9 . _ : - and begin with a letter or digit' })
  request_no!: string;

  /** Contact of the buyer. Unprintable characters are removed, and only the first 200 characters are kept. */
  @TypedText(200)
  contact?: string;
}

export class AcgQueryDto extends AcgSignedDto {
  /** `tradeNo` of an order, which is the order's `request_no`. It can also be a query parameter of the URL. */
  @Matches(ORDER_NO, { message: 'must be the number of an order' })
  tradeNo!: string;
}
