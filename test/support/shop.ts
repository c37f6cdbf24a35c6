import {
  Application,
  Card,
  CardType,
  Channel,
  channelKeyColumns,
  ChannelProduct,
  newChannelKey,
  Order,
} from '@app/database';
import type { SecretBox } from '@app/platform';
import type { DataSource } from 'typeorm';

/** An answer of the fulfilment API. */
export interface ShopAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it arrived. */
  readonly text: string;
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly result: ShopResult | undefined;
}

export interface ShopResult {
  readonly order_no: string;
  readonly status: string;
  readonly cards: string[];
  readonly text: string;
  readonly replayed: boolean;
  readonly frozen: number;
  readonly used: number;
  readonly quantity: number;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly card_type: string;
  readonly products: Record<string, unknown>[];
}

type Fields = Record<string, unknown>;

/** A client of the fulfilment API that shares no code with the server. */
export class ShopClient {
  constructor(
    readonly url: string,
    readonly key: string,
  ) {}

  order(fields: Fields, headers: Record<string, string> = {}): Promise<ShopAnswer> {
    return this.send('POST', '/orders', JSON.stringify(fields), headers);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ShopAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  refund(orderNo: string, mode: string): Promise<ShopAnswer> {
    return this.send('POST', `/orders/${orderNo}/refund`, JSON.stringify({ mode }));
  }

  async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<ShopAnswer> {
    const response = await fetch(`${this.url}/api/fulfil/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const parsed = (isJson ? JSON.parse(text) : {}) as Partial<ShopAnswer>;
    const { code, message, result } = parsed;
    return { status: response.status, headers: response.headers, text, code, message, result };
  }
}

/** The default product of a test channel. */
export const PRODUCT = { name: 'Month', price: 3000, currency: 'CNY', mode: 'make', batch: null } as const;

let channels = 0;

/**
 * Creates a channel in the database, with products by the name of their card type.
 * @param secrets secrets of the server, for kinds whose protocol signs
 */
export async function createChannel(
  dataSource: DataSource,
  appKey: string,
  products: Record<string, Partial<ChannelProduct>> = { Type: {} },
  settings: Partial<Channel> = {},
  secrets?: SecretBox,
): Promise<{ channel: Channel; key: string }> {
  const { manager } = dataSource;
  const { id: applicationId } = await manager.findOneByOrFail(Application, { appKey });
  const key = newChannelKey();
  const times = { createdAt: 0, updatedAt: 0 };
  const channel = await manager.save(Channel, {
    applicationId,
    name: `Shop ${++channels}`,
    kind: 'native' as const,
    enabled: true,
    ...channelKeyColumns(settings.kind ?? 'native', key, secrets!),
    maxPerOrder: 100,
    maxPerDay: null,
    addresses: [],
    lowStock: null,
    lastUsedAt: null,
    ...times,
    ...settings,
  });
  for (const [typeName, values] of Object.entries(products)) {
    const { id: cardTypeId } = await manager.findOneByOrFail(CardType, { applicationId, name: typeName });
    await manager.insert(ChannelProduct, {
      ...PRODUCT,
      channelId: channel.id,
      cardTypeId,
      lowSince: null,
      ...values,
    });
  }
  return { channel: manager.create(Channel, channel), key };
}

/** Returns the cards of an application that were issued, by order id. */
export async function issuedCards(
  dataSource: DataSource,
  applicationId: number,
): Promise<Map<number, string[]>> {
  const cards = await dataSource.manager.find(Card, { where: { applicationId }, order: { id: 'ASC' } });
  const issued = new Map<number, string[]>();
  for (const { orderId, card } of cards) {
    if (orderId !== null) issued.set(orderId, [...(issued.get(orderId) ?? []), card]);
  }
  return issued;
}

export function ordersOf(dataSource: DataSource, channelId: number): Promise<Order[]> {
  return dataSource.manager.find(Order, { where: { channelId }, order: { id: 'ASC' } });
}
