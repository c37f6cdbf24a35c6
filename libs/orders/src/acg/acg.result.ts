import type { Application, Channel } from '@app/database';
import { majorUnits } from '../rules/major-units.js';
import type { ProductOnSale } from '../shop-products.js';

/** Stock of products without a limit: acg-faka compares numbers and does not support unlimited stock. */
const PLENTY = 999_999;

export class AcgShopResult {
  /** Name of the application. */
  shopName!: string;

  /** Always `0.00`: there is no prepaid balance. */
  balance!: string;
}

/** A product with the fields that acg-faka stores. It has no variants and no discounts. */
export class AcgItemResult {
  id!: number;
  name!: string;

  /** Identifies the product in other requests. */
  code!: string;

  description!: string;
  cover!: string;

  /** Price of one card in major units. */
  price!: string;

  user_price!: string;
  factory_price!: string;

  /** 0: cards are delivered at once. */
  delivery_way!: number;

  status!: number;
  api_status!: number;

  /**
   * Number of cards that can be ordered: 999999 if the mode of the product is `make`, otherwise at most 10000; in each
   * case at most what the channel may still order today.
   */
  stock!: number;

  minimum!: number;

  /** Maximum number of cards per order. */
  maximum!: number;

  contact_type!: number;
  password_status!: number;
  only_user!: number;
  purchase_count!: number;
  inventory_hidden!: number;
  hide!: number;
  coupon!: number;
  level_disable!: number;
  level_price!: string;
  draft_status!: number;
  draft_premium!: number;
  seckill_status!: number;
  /** Always `null`: acg-faka writes these times into its database, which refuses an empty text. */
  seckill_start_time!: string | null;
  seckill_end_time!: string | null;
  widget!: string;
  config!: string;
  sort!: number;
}

export class AcgCategoryResult {
  id!: number;

  /** Name of the application. */
  name!: string;

  sort!: number;
  icon!: string;
  status!: number;
  hide!: number;
  children!: AcgItemResult[];
}

export class AcgStockResult {
  /**
   * Number of cards that can be ordered: 999999 if the mode of the product is `make`, otherwise at most 10000; in each
   * case at most what the channel may still order today.
   */
  stock!: string;
}

export class AcgInventoryResult {
  /**
   * Number of cards that can be ordered: 999999 if the mode of the product is `make`, otherwise at most 10000; in each
   * case at most what the channel may still order today.
   */
  count!: number;

  delivery_way!: number;
  draft_status!: number;

  /** Price of one card in major units. */
  price!: string;

  user_price!: string;
  config!: string;
  factory_price!: string;
  is_category!: boolean;
}

export class AcgPriceResult {
  /** Price of the requested number of cards, in major units. */
  price!: string;
}

export class AcgTradeResult {
  url!: string;

  /** Amount in major units. */
  amount!: string;

  /** Number of the order, with which `commodity/query` finds it. */
  tradeNo!: string;

  /** The cards, one per line. */
  secret!: string;

  leave_message!: string | null;
}

export class AcgQueryResult {
  /** The cards, one per line. */
  secret!: string;

  widget!: string | null;

  /** 1: paid. */
  status!: number;
}

/** Returns the number of cards that can be ordered. */
export function stockOf({ available }: ProductOnSale): number {
  return available ?? PLENTY;
}

/** Returns the price of some cards as a decimal. */
export function priceOf({ price, currency }: ProductOnSale, count = 1): string {
  return majorUnits(price * count, currency);
}

/** Returns a product with all fields that acg-faka stores. */
export function itemOf(product: ProductOnSale, { maxPerOrder }: Channel): AcgItemResult {
  const price = priceOf(product);
  return {
    id: product.cardTypeId,
    name: product.name,
    code: String(product.cardTypeId),
    description: '',
    cover: '',
    price,
    user_price: price,
    factory_price: price,
    // Cards are delivered at once.
    delivery_way: 0,
    status: 1,
    api_status: 1,
    stock: stockOf(product),
    minimum: 1,
    maximum: maxPerOrder,
    contact_type: 0,
    password_status: 0,
    only_user: 0,
    purchase_count: 0,
    inventory_hidden: 0,
    hide: 0,
    coupon: 0,
    level_disable: 1,
    level_price: '',
    draft_status: 0,
    draft_premium: 0,
    seckill_status: 0,
    seckill_start_time: null,
    seckill_end_time: null,
    widget: '[]',
    config: '',
    sort: 0,
  };
}

/** Returns all products in one category, which stands for the application. */
export function categoryOf(
  { id, name }: Pick<Application, 'id' | 'name'>,
  products: readonly ProductOnSale[],
  channel: Channel,
): AcgCategoryResult {
  const children = products.map((product) => itemOf(product, channel));
  return { id, name, sort: 0, icon: '', status: 1, hide: 0, children };
}
