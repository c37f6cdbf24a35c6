import { Channel, ChannelProduct, type ChannelKind, Order, OutboxEvent, Payment } from '@app/database';
import { SecretBox } from '@app/platform';
import { CardApplication } from './card-application.js';
import { ordersOf } from './shop.js';
import type { TestServer } from './test-server.js';

/** An answer to an event. */
export interface PaymentAnswer {
  readonly status: number;
  readonly body: { readonly result?: string; readonly code?: number; readonly message?: string };
  readonly text: string;
  readonly headers: Headers;
}

/** A separate application that sells through a payment service. */
export class PaymentShop {
  private constructor(
    private readonly server: TestServer,
    readonly app: CardApplication,
    readonly channel: Channel,
    readonly key: string,
  ) {}

  /**
   * @param product name of the product, which is the id at the service
   * @param stock cards of its batch; undefined: new cards are created
   */
  static async create(
    server: TestServer,
    kind: ChannelKind,
    secret: string | null,
    product: string,
    stock?: readonly string[],
    settings: Partial<Channel> = {},
  ): Promise<PaymentShop> {
    const cards = (stock ?? []).map((card) => ({ card, batch: 'B' }));
    const app = await CardApplication.create(server, { cards });
    const source: Partial<ChannelProduct> = stock ? { mode: 'stock', batch: 'B' } : {};
    const secretSealed = secret === null ? null : server.get(SecretBox).seal(secret);
    const { channel, key } = await app.createChannel(
      { Type: { name: product, ...source } },
      { kind, secretSealed, ...settings },
    );
    return new PaymentShop(server, app, channel, key);
  }

  async post(body: string | Buffer, headers: Record<string, string>, key = this.key): Promise<PaymentAnswer> {
    const response = await fetch(`${this.server.url}/api/payments/v1/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: JSON.parse(text) as PaymentAnswer['body'],
      text,
      headers: response.headers,
    };
  }

  orders(): Promise<Order[]> {
    return ordersOf(this.server.dataSource, this.channel.id);
  }

  payments(): Promise<Payment[]> {
    const { manager } = this.server.dataSource;
    return manager.find(Payment, { where: { channelId: this.channel.id }, order: { id: 'ASC' } });
  }

  /** Returns the data of the application's events of a type, oldest first. */
  async events(type: string): Promise<unknown[]> {
    const { manager } = this.server.dataSource;
    const where = { applicationId: this.channel.applicationId, type };
    const events = await manager.find(OutboxEvent, { where, order: { id: 'ASC' } });
    return events.map(({ data }) => JSON.parse(data) as unknown);
  }

  async edit(changes: Partial<Channel>): Promise<void> {
    await this.server.dataSource.manager.update(Channel, { id: this.channel.id }, changes);
  }

  async renameProduct(name: string): Promise<void> {
    await this.server.dataSource.manager.update(ChannelProduct, { channelId: this.channel.id }, { name });
  }
}
