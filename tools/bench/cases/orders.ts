import { hash } from 'node:crypto';
import { cardRows, openForBulk } from '../bulk-insert.ts';
import { Connection, isSuccess } from '../load/connection.ts';
import { type BenchOptions, type Environment, startServer } from '../server.ts';

const KEY = 'key-of-the-benchmark-0123456789';
const BATCH = 'stock';
const APPLICATION = {
  name: 'Benchmark',
  card_types: ['Card', 'Made'].map((name) => ({ name, duration: { unit: 'permanent' } })),
};
const CONNECTIONS = 32;
const WARM_UP = 500;
const ORDERS = 4000;
const RUNS = 3;

/** Measures orders of one card from stock, over many connections. They alternate with orders that create a card. */
export async function ordersCase({ cards = 0, ...options }: BenchOptions) {
  const stock = Math.max(cards, WARM_UP + RUNS * ORDERS);
  const server = await startServer(APPLICATION, { ...options, prepare: (env) => seed(env, stock) });
  let number = 0;
  /** Sends orders and returns the number of answers per second. */
  const run = async (product: string, orders: number): Promise<number> => {
    const connections = Array.from({ length: CONNECTIONS }, () => new Connection(server.url));
    let left = orders;
    const started = performance.now();
    const work = async (connection: Connection) => {
      while (left-- > 0) {
        const answer = await connection.send(requestOf(product, `N${++number}`));
        if (!isSuccess(answer)) throw new Error(`An order was refused: ${answer}`);
      }
    };
    await Promise.all(connections.map(work));
    const seconds = (performance.now() - started) / 1000;
    for (const connection of connections) connection.close();
    return Math.round(orders / seconds);
  };
  try {
    const rates: Record<'stock' | 'make', number[]> = { stock: [], make: [] };
    for (const product of ['stock', 'make'] as const) await run(product, WARM_UP);
    for (let i = 0; i < RUNS; i++) {
      for (const product of ['stock', 'make'] as const) rates[product].push(await run(product, ORDERS));
    }
    return { stock_orders_per_sec: median(rates.stock), make_orders_per_sec: median(rates.make) };
  } finally {
    await server.stop();
  }
}

function requestOf(product: string, orderNo: string): string {
  const body = JSON.stringify({ order_no: orderNo, card_type: product });
  return [
    'POST /api/fulfil/v1/orders HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${KEY}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function seed(environment: Environment, stock: number): Promise<void> {
  const database = await openForBulk(environment);
  function* cards() {
    for (let i = 0; i < stock; i++) yield `STOCK-${String(i).padStart(8, '0')}`;
  }
  const terms = { duration_unit: 'permanent', duration_amount: 0, status: 'unused' };
  await database.insert('cards', cardRows(cards(), { ...terms, batch: BATCH }));
  const times = { created_at: 0, updated_at: 0 };
  const channel = {
    application_id: 1,
    kind: 'native',
    enabled: 1,
    max_per_order: 100,
    key_hint: KEY.slice(0, 8),
  };
  const keyHash = hash('sha256', KEY, 'base64url');
  await database.insert('channels', [{ id: 1, ...channel, name: 'Shop', key_hash: keyHash, ...times }]);
  const product = { channel_id: 1, price: 100, currency: 'CNY' };
  await database.insert('channel_products', [
    { ...product, card_type_id: 1, name: 'stock', mode: 'stock', batch: BATCH },
    { ...product, card_type_id: 2, name: 'make', mode: 'make', batch: null },
  ]);
  await database.close();
}
