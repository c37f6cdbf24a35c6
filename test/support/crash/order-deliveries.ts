import type { DataSource } from 'typeorm';
import type { AdminClient } from '../admin-client.js';
import { eventually } from '../server-process.js';
import { createWebhook, type ReceivedEvent, WebhookReceiver } from '../webhook-receiver.js';
import { DatabaseRows } from './database-rows.js';
import type { World } from './world.js';

/** One in this many events loses its first answer, so that the event is delivered again. */
const LOST_ANSWERS = 5;

/** A shop's receiver of order events, which keeps running when the server is killed. */
export class OrderDeliveries {
  private constructor(
    private readonly receiver: WebhookReceiver,
    private readonly host: string,
  ) {}

  /** @param host the address of this machine at which servers reach the receiver */
  static async start(host = '127.0.0.1'): Promise<OrderDeliveries> {
    const receiver = await WebhookReceiver.start(host);
    const seen = new Set<string>();
    receiver.answer = (request, response) => {
      const { id } = receiver.events.at(-1)!;
      const isLost = !seen.has(id) && seen.size % LOST_ANSWERS === 0;
      seen.add(id);
      if (isLost) request.socket.destroy();
      else response.end('ok');
    };
    return new OrderDeliveries(receiver, host);
  }

  /** Settings that allow the server to send to the receiver. */
  get settings(): Record<string, string> {
    return { OUTGOING_ALLOW: this.host };
  }

  async subscribe(admin: AdminClient): Promise<void> {
    await createWebhook(admin, this.receiver, { types: ['order.issued'] });
  }

  async stop(): Promise<void> {
    await this.receiver.stop();
  }

  /** Number of requests, and of different events in them. */
  get counts(): { requests: number; events: number } {
    const { events } = this.receiver;
    return { requests: events.length, events: new Set(events.map(({ id }) => id)).size };
  }

  /**
   * Returns the faults of the events received so far. Each event must report an order with its cards, and all events of
   * an order must have the same id.
   */
  async faults(dataSource: DataSource): Promise<string[]> {
    const { orders } = await DatabaseRows.read(dataSource);
    return [...this.byOrder()].flatMap(([orderNo, events]) => faultsOf(orderNo, events, orders));
  }

  /** Waits until every order in the database was reported. */
  async complete(dataSource: DataSource): Promise<void> {
    const { orders } = await DatabaseRows.read(dataSource);
    await eventually(async () => {
      const told = this.byOrder();
      return Object.keys(orders).every((orderNo) => told.has(orderNo)) || undefined;
    });
  }

  private byOrder(): Map<string, ReceivedEvent[]> {
    return Map.groupBy(this.receiver.events, ({ data }) => String(data['order_no']));
  }
}

function faultsOf(orderNo: string, events: ReceivedEvent[], orders: World['orders']): string[] {
  const order = orders[orderNo];
  if (!order) return [`an event told of order ${orderNo}, which does not exist`];
  const faults: string[] = [];
  if (new Set(events.map(({ id }) => id)).size > 1)
    faults.push(`order ${orderNo} was told under several ids`);
  const cards = new Set(events.map(({ data }) => (data['cards'] as string[]).join('\n')));
  if (cards.size > 1 || !cards.has(order.text!)) faults.push(`order ${orderNo} was told with other cards`);
  return faults;
}
