import { IsOptional, Matches } from 'class-validator';
import { Optional, TextLength, URL_MAX_LENGTH, WholeNumber } from '@app/platform';
import { ORDER_NO } from '../http/order-no.js';

/** POST /orders */
export class DujiaoOrderDto {
  /** Id of a SKU of a product. */
  @WholeNumber(1, 999_999_999)
  sku_id!: number;

  /** Number of cards, at most the limit of the channel. */
  @WholeNumber(1, 100)
  quantity!: number;

  /**
   * The shop's order number: 1–64 of `A-Z a-z 0-9 . _ : -`. A repeated number returns the same order. The field is
   * required, since without it a repeated request would issue cards again; dujiao-next always sends it.
   */
  @Matches(ORDER_NO, { message: 'must be 1–64 of A-Z a-z 0-9 . _ : - and begin with a letter or digit' })
  downstream_order_no!: string;

  /** Callback address of the shop, called with the cards after the order is issued and again after a refund. */
  @Optional()
  @TextLength(1, URL_MAX_LENGTH)
  callback_url?: string;

  /** Ignored. */
  @IsOptional()
  trace_id?: unknown;

  /** Ignored: no product needs a form. */
  @IsOptional()
  manual_form_data?: unknown;
}
