import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiQuery } from '@nestjs/swagger';
import { ApplicationDirectory } from '@app/applications';
import type { Channel } from '@app/database';
import { OutgoingError, OutgoingHttp } from '@app/platform';
import { parseBody } from '../http/parse-body.js';
import { CurrentShop, type ShopCall } from '../http/shop-call.js';
import { OrderError } from '../order-error.js';
import { OrderService } from '../order.service.js';
import { RefundService } from '../refund.service.js';
import { ShopProducts } from '../shop-products.js';
import { OrderCallbacks } from './order-callbacks.js';
import { DujiaoApi } from './dujiao-api.decorator.js';
import { DujiaoError } from './dujiao-error.js';
import { DujiaoOrderDto } from './dujiao.dto.js';
import {
  categoryOf,
  type DujiaoCancelResult,
  type DujiaoCategoriesResult,
  type DujiaoOrderDetailResult,
  type DujiaoOrderResult,
  type DujiaoPingResult,
  type DujiaoOneProductResult,
  type DujiaoProductsResult,
  orderDetailOf,
  orderOf,
  productOf,
} from './dujiao.result.js';

const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 50;

/**
 * The upstream protocol 1.0 of dujiao-next (独角数卡). Refusals are `{"ok":false,"error_code","error_message"}`.
 */
@DujiaoApi()
export class DujiaoController {
  constructor(
    private readonly applications: ApplicationDirectory,
    private readonly orders: OrderService,
    private readonly refunds: RefundService,
    private readonly products: ShopProducts,
    private readonly callbacks: OrderCallbacks,
    private readonly http: OutgoingHttp,
  ) {}

  /** Shows the name of the channel's application. The balance is always 0. */
  @Post('ping')
  @HttpCode(200)
  async ping(@CurrentShop() { channel, now }: ShopCall): Promise<DujiaoPingResult> {
    const [product] = await this.products.list(channel, now);
    return {
      ok: true,
      site_name: this.applicationOf(channel).name,
      protocol_version: '1.0',
      user_id: channel.id,
      balance: '0.00',
      currency: product?.currency ?? 'CNY',
      member_level: null,
    };
  }

  /** Lists the only category, which stands for the application. */
  @Get('categories')
  categories(@CurrentShop() { channel }: ShopCall): DujiaoCategoriesResult {
    return { ok: true, categories: [categoryOf(this.applicationOf(channel))] };
  }

  /** Lists the products of the channel. All products are active; `updated_after` is ignored. */
  @Get('products')
  @ApiQuery({ name: 'page', required: false, schema: { type: 'integer', minimum: 1, default: 1 } })
  @ApiQuery({
    name: 'page_size',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: PAGE_SIZE },
  })
  @ApiQuery({ name: 'include_inactive', required: false, schema: { type: 'boolean', default: false } })
  async list(
    @CurrentShop() { channel, now }: ShopCall,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<DujiaoProductsResult> {
    const page = numberIn(query['page'], 1, 1_000_000) ?? 1;
    const size =
      query['page_size'] === undefined ? PAGE_SIZE : numberIn(query['page_size'], 1, MAX_PAGE_SIZE);
    const page_size = size ?? MAX_PAGE_SIZE;
    const products = await this.products.list(channel, now);
    const shown = products.slice((page - 1) * page_size, page * page_size);
    return {
      ok: true,
      items: shown.map((product) => productOf(product, channel)),
      total: products.length,
      page,
      page_size,
      includes_inactive: query['include_inactive'] === 'true',
    };
  }

  /** Shows a product. */
  @Get('products/:id')
  async get(
    @CurrentShop() { channel, now }: ShopCall,
    @Param('id') id: string,
  ): Promise<DujiaoOneProductResult> {
    const product = await this.products
      .get(channel, numberIn(id, 1, 999_999_999) ?? 0, now)
      .catch((error) => {
        const isUnknown = error instanceof OrderError && error.reason === 'unknown_card_type';
        throw isUnknown ? new DujiaoError('product_not_found', 'The channel has no such product') : error;
      });
    return { ok: true, product: productOf(product, channel) };
  }

  /** Issues cards once per `downstream_order_no`: a repeated request returns the same order. */
  @Post('orders')
  @HttpCode(200)
  @ApiBody({ type: DujiaoOrderDto })
  async create(@CurrentShop() { channel, body, now }: ShopCall): Promise<DujiaoOrderResult> {
    const dto = parseBody(DujiaoOrderDto, body, true);
    const { sku_id: cardType, quantity, downstream_order_no: orderNo, callback_url: url } = dto;
    if (url !== undefined) this.requireSafe(url);
    const wanted = { orderNo, cardType, quantity, contact: null, amount: null, note: null };
    const { order } = await this.orders.issue(channel, wanted, now, {
      ...(url !== undefined && {
        alongWith: (manager, { id }) => this.callbacks.add(manager, channel, id, url, now),
      }),
    });
    return orderOf(order, order.status === 'refunded' ? 'refunded' : 'paid');
  }

  /** Shows an order with its cards. */
  @Get('orders/:id')
  async order(
    @CurrentShop() { channel }: ShopCall,
    @Param('id') id: string,
  ): Promise<DujiaoOrderDetailResult> {
    return orderDetailOf(await this.orders.getById(channel, orderIdIn(id)));
  }

  /** Cancels an order and freezes its cards, unless a customer has used one of them. */
  @Post('orders/:id/cancel')
  @HttpCode(200)
  async cancel(
    @CurrentShop() { channel, now }: ShopCall,
    @Param('id') id: string,
  ): Promise<DujiaoCancelResult> {
    const { order } = await this.orders.getById(channel, orderIdIn(id));
    await this.refunds.refund(order.id, 'unused', now, async (manager, { used }) => {
      if (used > 0) throw new OrderError('cards_used', { used });
      // The shop itself cancelled the order, so no callback is needed.
      await this.callbacks.settle(manager, order.id);
    });
    return { ok: true, order_id: order.id, order_no: order.externalNo!, status: 'canceled' };
  }

  /** @throws DujiaoError invalid_callback_url */
  private requireSafe(url: string): void {
    const fault = this.http.faultOf(url);
    if (fault) throw new DujiaoError('invalid_callback_url', new OutgoingError(fault).message);
  }

  private applicationOf({ applicationId }: Channel) {
    // The guard has checked that the application exists and is enabled.
    return this.applications.get(applicationId)!;
  }
}

/** @throws OrderError invalid_request */
function orderIdIn(text: string): number {
  const id = numberIn(text, 1, 2_147_483_647);
  if (id === undefined) throw new OrderError('invalid_request', { faults: 'the id of an order is a number' });
  return id;
}

function numberIn(text: unknown, least: number, most: number): number | undefined {
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least && number <= most ? number : undefined;
}
