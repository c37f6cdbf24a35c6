import { Query } from '@nestjs/common';
import { ApplicationDirectory } from '@app/applications';
import type { Channel } from '@app/database';
import { parseBody } from '../http/parse-body.js';
import { CurrentShop, type ShopCall } from '../http/shop-call.js';
import { OrderError } from '../order-error.js';
import { OrderService } from '../order.service.js';
import { majorUnits } from '../rules/major-units.js';
import { type ProductOnSale, ShopProducts } from '../shop-products.js';
import { AcgApi, AcgPost } from './acg-api.decorator.js';
import {
  AcgInventoryDto,
  AcgInventoryStateDto,
  AcgItemDto,
  AcgQueryDto,
  AcgSignedDto,
  AcgTradeDto,
  AcgValuationDto,
} from './acg.dto.js';
import {
  type AcgCategoryResult,
  type AcgInventoryResult,
  type AcgItemResult,
  type AcgPriceResult,
  type AcgQueryResult,
  type AcgShopResult,
  type AcgStockResult,
  type AcgTradeResult,
  categoryOf,
  itemOf,
  priceOf,
  stockOf,
} from './acg.result.js';

/**
 * The supplier protocol of acg-faka (异次元发卡). Answers have the form `{"code":200,"msg","data"}`. Refusals have a
 * different `code`, but also the HTTP status 200.
 */
@AcgApi()
export class AcgController {
  constructor(
    private readonly applications: ApplicationDirectory,
    private readonly orders: OrderService,
    private readonly products: ShopProducts,
  ) {}

  /** Shows the name of the channel's application. The balance is always 0. */
  @AcgPost('authentication/connect', AcgSignedDto)
  connect(@CurrentShop() { channel }: ShopCall): AcgShopResult {
    return { shopName: this.applicationOf(channel).name, balance: '0.00' };
  }

  /** Lists all products of the channel, under a single category. */
  @AcgPost('commodity/items', AcgSignedDto)
  async items(@CurrentShop() { channel, now }: ShopCall): Promise<AcgCategoryResult[]> {
    const products = await this.products.list(channel, now);
    return products.length === 0 ? [] : [categoryOf(this.applicationOf(channel), products, channel)];
  }

  /** Shows a product. */
  @AcgPost('commodity/item', AcgItemDto)
  async item(@CurrentShop() { channel, body, now }: ShopCall): Promise<AcgItemResult> {
    const { code } = parseBody(AcgItemDto, body, true);
    return itemOf(await this.find(channel, code, now), channel);
  }

  /**
   * Shows how many cards of a product can be ordered: 999999 if the mode of the product is `make`, otherwise at most
   * 10000; in each case at most what the channel may still order today.
   */
  @AcgPost('commodity/stock', AcgItemDto)
  async stock(@CurrentShop() { channel, body, now }: ShopCall): Promise<AcgStockResult> {
    const { code } = parseBody(AcgItemDto, body, true);
    return { stock: String(stockOf(await this.find(channel, code, now))) };
  }

  /** Shows stock and price of a product. */
  @AcgPost('commodity/inventory', AcgInventoryDto)
  async inventory(@CurrentShop() { channel, body, now }: ShopCall): Promise<AcgInventoryResult> {
    const { sharedCode } = parseBody(AcgInventoryDto, body, true);
    const product = await this.find(channel, sharedCode, now);
    const price = priceOf(product);
    return {
      count: stockOf(product),
      delivery_way: 0,
      draft_status: 0,
      price,
      user_price: price,
      config: '',
      factory_price: price,
      is_category: false,
    };
  }

  /** Refuses the request if fewer cards than requested can be ordered. */
  @AcgPost('commodity/inventoryState', AcgInventoryStateDto)
  async inventoryState(@CurrentShop() { channel, body, now }: ShopCall): Promise<never[]> {
    const { shared_code, num = 1 } = parseBody(AcgInventoryStateDto, body, true);
    const available = stockOf(await this.find(channel, shared_code, now));
    if (num > available) throw new OrderError('out_of_stock', { available, quantity: num });
    return [];
  }

  /** Shows the price of a number of cards. */
  @AcgPost('commodity/valuation', AcgValuationDto)
  async valuation(@CurrentShop() { channel, body, now }: ShopCall): Promise<AcgPriceResult> {
    const { code, num = 1 } = parseBody(AcgValuationDto, body, true);
    return { price: priceOf(await this.find(channel, code, now), num) };
  }

  /**
   * Issues cards once per `request_no`: a repeated request returns the same cards. `secret` has one card per
   * line.
   */
  @AcgPost('commodity/trade', AcgTradeDto)
  async trade(@CurrentShop() { channel, body, now }: ShopCall): Promise<AcgTradeResult> {
    const dto = parseBody(AcgTradeDto, body, true);
    const { request_no: orderNo, num: quantity, contact = null } = dto;
    const wanted = {
      orderNo,
      quantity,
      contact,
      cardType: Number(dto.shared_code),
      amount: null,
      note: null,
    };
    const { order, cards } = await this.orders.issue(channel, wanted, now);
    return {
      url: '',
      amount: majorUnits(order.amount!, order.currency!),
      tradeNo: orderNo,
      secret: cards.join('\n'),
      leave_message: null,
    };
  }

  /** Shows the cards of an order. */
  @AcgPost('commodity/query', AcgQueryDto)
  async query(
    @CurrentShop() { channel, body }: ShopCall,
    @Query('tradeNo') tradeNo?: unknown,
  ): Promise<AcgQueryResult> {
    const { tradeNo: number } = parseBody(AcgQueryDto, { tradeNo, ...body }, true);
    const { cards } = await this.orders.get(channel, number);
    return { secret: cards.join('\n'), widget: null, status: 1 };
  }

  private find(channel: Channel, code: string, now: number): Promise<ProductOnSale> {
    return this.products.get(channel, Number(code), now);
  }

  private applicationOf({ applicationId }: Channel) {
    // The guard has checked that the application exists and is enabled.
    return this.applications.get(applicationId)!;
  }
}
