import { PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Card, Order, OrderMail, REFUND_MODES, type RefundMode } from '@app/database';
import { MAX_AMOUNT } from '@app/orders';
import { Currency, Name, OneOf, Optional, WholeNumber } from '@app/platform';
import { EmailAddress } from '../../auth/auth.dto.js';
import { RecordId } from '../../crud/filters.js';
import { ORDER_FIELDS } from './order.resource.js';

/** An order. `amount` and `currency` are `null` if the caller's role is lower than manager. */
export class OrderDto extends PickType(Order, ORDER_FIELDS) {}

export class OrderCardDto extends PickType(Card, [
  'id',
  'card',
  'status',
  'frozen',
  'activatedAt',
  'expiresAt',
]) {}

/** The email with the cards of an order. */
export class OrderMailDto extends PickType(OrderMail, [
  'address',
  'status',
  'attempts',
  'nextAt',
  'lastAt',
  'lastFault',
]) {}

export class OrderWithCardsDto extends OrderDto {
  /** The cards of the order, oldest first; deleted cards are missing. */
  cards!: OrderCardDto[];

  /** The email with the cards; `null` if no email was requested. */
  mail!: OrderMailDto | null;
}

export class IssuedOrderDto extends OrderWithCardsDto {
  /** True if an earlier request with this key issued the cards. */
  replayed!: boolean;
}

export class RefundedOrderDto extends OrderWithCardsDto {
  /** Number of cards of the order that are frozen now, including cards that were frozen before. */
  frozen!: number;

  /** Number of cards of the order that customers had used. */
  used!: number;
}

export class IssueOrderDto {
  @RecordId()
  applicationId!: number;

  /**
   * Idempotency key, 1–64 characters, unique within the application: a repeated request returns the cards of the first
   * request. A request for a different order with the same key is refused.
   */
  @Name(1, 64)
  requestKey!: string;

  /** Card type of the cards. */
  @RecordId()
  cardTypeId!: number;

  /** Number of cards, 1–100. */
  @WholeNumber(1, 100)
  quantity!: number;

  /** Batch whose oldest available cards are issued. If null or omitted, new cards are created. */
  @IsOptional()
  @Name(1, 100)
  batch?: string | null;

  /** Amount that the buyer paid for the whole order, in minor units of the currency. */
  @IsOptional()
  @WholeNumber(0, MAX_AMOUNT)
  amount?: number | null;

  /** ISO 4217 code; required with an amount. */
  @IsOptional()
  @Currency()
  currency?: string | null;

  /** Contact of the buyer, 1–200 characters. */
  @IsOptional()
  @Name(1, 200)
  contact?: string | null;

  /** 1–500 characters. */
  @IsOptional()
  @Name(1, 500)
  note?: string | null;
}

export class SendOrderMailDto {
  /** By default, the address of the earlier email or, if there is none, the contact of the order. */
  @Optional()
  @EmailAddress()
  address?: string;
}

export class RefundOrderDto {
  /** `unused`: freezes the cards that were not used yet. `all`: freezes every card and ends its sessions. */
  @OneOf(REFUND_MODES)
  mode!: RefundMode;
}
