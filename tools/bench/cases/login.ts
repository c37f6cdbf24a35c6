import { cardRows, openForBulk } from '../bulk-insert.ts';
import { compare } from '../load/compare.ts';
import { type Call, callEachOnce } from '../load/generator.ts';
import { type Environment, type ServerOptions, startServer } from '../server.ts';

const TYPE = { name: 'Month', duration: { unit: 'days', amount: 30 } };
const APPLICATION = { name: 'Benchmark', card_types: [TYPE] };
const CARDS = Array.from({ length: 20_000 }, (_, i) => `LOGIN-${String(i).padStart(7, '0')}`);
const CONNECTIONS = 64;

/**
 * Measures first logins, which activate a card and bind a device, and then repeated logins of the same cards and
 * devices. A repeated login ends the previous session.
 */
export async function loginCase(options: ServerOptions) {
  const server = await startServer(APPLICATION, { ...options, prepare: seed });
  try {
    const calls = CARDS.map((card, i): Call => ['/api/client/v1/card/login', { card, device_id: `PC-${i}` }]);
    const activation = await callEachOnce(server, calls, CONNECTIONS);
    const heartbeats = CARDS.map((card): Call => ['/', { card, token: card }]);
    const { failures, ...relogin } = await compare(server, calls, heartbeats);
    return {
      ...relogin,
      activation_rps: activation.rps,
      activation_p99_ms: activation.p99_ms,
      failures: failures + activation.failures,
    };
  } finally {
    await server.stop();
  }
}

async function seed(env: Environment) {
  const database = await openForBulk(env);
  const terms = { duration_unit: 'days', duration_amount: 30, status: 'unused' };
  await database.insert('cards', cardRows(CARDS, terms));
  await database.close();
}
