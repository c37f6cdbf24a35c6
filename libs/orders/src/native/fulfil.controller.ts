import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { parseBody } from '../http/parse-body.js';
import { CurrentShop, type ShopCall } from '../http/shop-call.js';
import { type IssuedOrder, OrderService } from '../order.service.js';
import { RefundService } from '../refund.service.js';
import { type ProductOnSale, ShopProducts } from '../shop-products.js';
import { FulfilApi } from './fulfil-api.decorator.js';
import { FulfilOrderDto, FulfilRefundDto } from './fulfil.dto.js';
import type {
  FulfilIssuedResult,
  FulfilOrderResult,
  FulfilProductResult,
  FulfilRefundResult,
  FulfilStockResult,
} from './fulfil.result.js';

/** Orders of shops that use the native protocol. */
@FulfilApi()
export class FulfilController {
  constructor(
    private readonly orders: OrderService,
    private readonly refunds: RefundService,
    private readonly products: ShopProducts,
  ) {}

  /**
   * Issues cards once per order number: a repeated request returns the same cards and `replayed: true`. The same number
   * with a different body is refused with 40901.
   */
  @Post('orders')
  @HttpCode(200)
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({ type: FulfilOrderDto })
  async create(@CurrentShop() { channel, body, now }: ShopCall): Promise<FulfilIssuedResult> {
    const dto = parseBody(FulfilOrderDto, body);
    const { order_no: orderNo, card_type: cardType, quantity = 1 } = dto;
    const { contact = null, amount = null, note = null } = dto;
    const wanted = { orderNo, cardType, quantity, contact, amount, note };
    const issued = await this.orders.issue(channel, wanted, now);
    return Object.assign(shown(issued), { replayed: issued.replayed });
  }

  /** Shows an order with its cards. */
  @Get('orders/:no')
  async get(@CurrentShop() { channel }: ShopCall, @Param('no') no: string): Promise<FulfilOrderResult> {
    return shown(await this.orders.get(channel, no));
  }

  /**
   * Refunds an order: freezes its cards, or only the unused ones, and returns how many are frozen and how many were used.
   * Repeating the request freezes no further cards, except cards that were unfrozen in the meantime.
   */
  @Post('orders/:no/refund')
  @HttpCode(200)
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({ type: FulfilRefundDto })
  async refund(
    @CurrentShop() { channel, body, now }: ShopCall,
    @Param('no') no: string,
  ): Promise<FulfilRefundResult> {
    const { mode } = parseBody(FulfilRefundDto, body);
    const { order } = await this.orders.get(channel, no);
    const { order: refunded, frozen, used } = await this.refunds.refund(order.id, mode, now);
    const { status, quantity } = refunded;
    return { order_no: no, status, quantity, frozen, used };
  }

  /** Lists the products of the channel with the numbers of available cards. */
  @Get('stock')
  async stock(@CurrentShop() { channel, now }: ShopCall): Promise<FulfilStockResult> {
    const products = await this.products.list(channel, now);
    return { products: products.map(productOf) };
  }
}

function productOf({
  name,
  cardTypeId,
  mode,
  available,
  price,
  currency,
}: ProductOnSale): FulfilProductResult {
  return { card_type: name, card_type_id: cardTypeId, mode, available, price, currency };
}

function shown({ order, cards }: IssuedOrder): FulfilOrderResult {
  const { externalNo, status, product, quantity, amount, currency, createdAt } = order;
  return {
    order_no: externalNo!,
    status,
    card_type: product,
    quantity,
    amount,
    currency,
    cards: [...cards],
    text: cards.join('\n'),
    created_at: Math.floor(createdAt / 1000),
  };
}
