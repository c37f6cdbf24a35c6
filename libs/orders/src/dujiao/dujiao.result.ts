import type { Application, Channel, Order } from '@app/database';
import type { IssuedOrder } from '../order.service.js';
import { majorUnits } from '../rules/major-units.js';
import type { ProductOnSale } from '../shop-products.js';

/** The same text for each language of dujiao-next. */
export class DujiaoTextResult {
  'zh-CN'!: string;
  'zh-TW'!: string;
  'en-US'!: string;
}

export class DujiaoPingResult {
  ok!: boolean;

  /** Name of the application. */
  site_name!: string;

  protocol_version!: string;

  /** Id of the channel. */
  user_id!: number;

  /** Always `0.00`: there is no prepaid balance. */
  balance!: string;

  /** Currency of the first product. */
  currency!: string;

  member_level!: string | null;
}

export class DujiaoCategoryResult {
  id!: number;
  parent_id!: number;
  slug!: string;
  name!: DujiaoTextResult;
  icon!: string;
  sort_order!: number;
}

export class DujiaoCategoriesResult {
  ok!: boolean;
  categories!: DujiaoCategoryResult[];
}

export class DujiaoSkuResult {
  /** Id to send as an order's `sku_id`. */
  id!: number;

  sku_code!: string;
  spec_values!: object;

  /** Price of one card in major units. */
  price_amount!: string;

  stock_status!: 'unlimited' | 'in_stock' | 'low_stock' | 'out_of_stock';

  /**
   * Number of cards that can be ordered: of the mode `stock` at most 10000, and at most what the channel may still order
   * today; -1 if unlimited (mode `make` without a limit per day).
   */
  stock_quantity!: number;

  is_active!: boolean;
}

export class DujiaoProductResult {
  id!: number;
  slug!: string;
  title!: DujiaoTextResult;
  description!: object;
  content!: object;
  seo_meta!: object;
  images!: string[];
  tags!: string[];

  /** Price of one card in major units. */
  price_amount!: string;

  currency!: string;
  fulfillment_type!: 'auto';
  manual_form_schema!: object;
  is_active!: boolean;
  category_id!: number;

  /** Always one. */
  skus!: DujiaoSkuResult[];

  /** RFC 3339. */
  created_at!: string;

  /** Time in RFC 3339 at which the channel was last changed. Changes of the stock do not count. */
  updated_at!: string;
}

export class DujiaoProductsResult {
  ok!: boolean;
  items!: DujiaoProductResult[];
  total!: number;
  page!: number;
  page_size!: number;
  includes_inactive!: boolean;
}

export class DujiaoOneProductResult {
  ok!: boolean;
  product!: DujiaoProductResult;
}

export class DujiaoOrderResult {
  ok!: boolean;
  order_id!: number;

  /** The `downstream_order_no`. */
  order_no!: string;

  /** With `paid`, the shop polls for the cards or waits for the callback. */
  status!: 'paid' | 'delivered' | 'refunded';

  /** Amount in major units. */
  amount!: string;

  currency!: string;
}

export class DujiaoItemResult {
  product_id!: number | null;
  sku_id!: number | null;
  title!: DujiaoTextResult;
  quantity!: number;
  unit_price!: string;
  total_price!: string;
  fulfillment_type!: 'auto';
}

export class DujiaoFulfillmentResult {
  type!: 'auto';
  status!: 'delivered';

  /** The cards, one per line. */
  payload!: string;

  delivery_data!: string | null;

  /** RFC 3339. */
  delivered_at!: string;
}

export class DujiaoOrderDetailResult extends DujiaoOrderResult {
  /** Amount in major units. */
  refunded_amount!: string;

  /** Always empty. */
  refund_records!: string[];

  items!: DujiaoItemResult[];
  fulfillment!: DujiaoFulfillmentResult;
}

export class DujiaoCancelResult {
  ok!: boolean;
  order_id!: number;
  order_no!: string;
  status!: 'canceled';
}

const FEW = 20;

/** Returns an object with the same text for every language of dujiao-next. */
function localized(text: string): DujiaoTextResult {
  return { 'zh-CN': text, 'zh-TW': text, 'en-US': text };
}

/** Returns a time as RFC 3339. */
function timeOf(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString();
}

/** Returns the only category, which stands for the application. */
export function categoryOf({ id, name }: Pick<Application, 'id' | 'name'>): DujiaoCategoryResult {
  return { id, parent_id: 0, slug: `application-${id}`, name: localized(name), icon: '', sort_order: 0 };
}

/** Returns a product with its only SKU. Both have the id of the card type. */
export function productOf(product: ProductOnSale, channel: Channel): DujiaoProductResult {
  const { cardTypeId: id, name, price, currency } = product;
  const priceAmount = majorUnits(price, currency);
  return {
    id,
    slug: `card-type-${id}`,
    title: localized(name),
    description: {},
    content: {},
    seo_meta: {},
    images: [],
    tags: [],
    price_amount: priceAmount,
    currency,
    fulfillment_type: 'auto',
    manual_form_schema: {},
    is_active: true,
    category_id: channel.applicationId,
    skus: [
      {
        id,
        sku_code: 'DEFAULT',
        spec_values: {},
        price_amount: priceAmount,
        ...stockOf(product),
        is_active: true,
      },
    ],
    created_at: timeOf(channel.createdAt),
    updated_at: timeOf(channel.updatedAt),
  };
}

function stockOf({ available }: ProductOnSale): Pick<DujiaoSkuResult, 'stock_status' | 'stock_quantity'> {
  if (available === null) return { stock_status: 'unlimited', stock_quantity: -1 };
  const status = available === 0 ? 'out_of_stock' : available <= FEW ? 'low_stock' : 'in_stock';
  return { stock_status: status, stock_quantity: available };
}

/** Returns an order without its products and cards. */
export function orderOf(order: Order, status: DujiaoOrderResult['status']): DujiaoOrderResult {
  const { id, externalNo, amount, currency } = order;
  return {
    ok: true,
    order_id: id,
    order_no: externalNo!,
    status,
    amount: majorUnits(amount!, currency!),
    currency: currency!,
  };
}

/** Returns the state of an order in dujiao-next's terms. */
export function statusOf({ status }: Order): 'delivered' | 'refunded' {
  return status === 'refunded' ? 'refunded' : 'delivered';
}

/** Returns the cards of an order in dujiao-next's format. */
export function fulfillmentOf({
  order,
  cards,
}: Pick<IssuedOrder, 'order' | 'cards'>): DujiaoFulfillmentResult {
  return {
    type: 'auto',
    status: 'delivered',
    payload: cards.join('\n'),
    delivery_data: null,
    delivered_at: timeOf(order.createdAt),
  };
}

/** Returns an order with its product and cards. */
export function orderDetailOf(issued: Pick<IssuedOrder, 'order' | 'cards'>): DujiaoOrderDetailResult {
  const { order } = issued;
  const { cardTypeId, product, quantity, amount, currency } = order;
  const shown = orderOf(order, statusOf(order));
  const isRefunded = order.status === 'refunded';
  const item: DujiaoItemResult = {
    product_id: cardTypeId,
    sku_id: cardTypeId,
    title: localized(product),
    quantity,
    unit_price: majorUnits(Math.floor(amount! / quantity), currency!),
    total_price: shown.amount,
    fulfillment_type: 'auto',
  };
  return Object.assign(shown, {
    refunded_amount: isRefunded ? shown.amount : majorUnits(0, currency!),
    refund_records: [],
    items: [item],
    fulfillment: fulfillmentOf(issued),
  });
}
