import { openForBulk } from '../bulk-insert.mjs';
import { compare } from '../load/compare.mjs';
import { callEachOnce } from '../load/load.mjs';
import { startServer } from '../server.mjs';

const TYPE = { name: 'Month', duration: { unit: 'days', amount: 30 } };
const APPLICATION = { name: 'Benchmark', card_types: [TYPE] };
const CARDS = 20_000;
const CONNECTIONS = 64;

/**
 * Logins: first those that activate a card and bind its device, then those of the same cards on the same devices, each of
 * which ends the session before.
 */
export async function loginCase(options) {
  const server = await startServer(APPLICATION, { ...options, prepare: seed });
  try {
    const cards = Array.from({ length: CARDS }, (_, i) => cardOf(i));
    const calls = cards.map((card, i) => ['/api/client/v1/card/login', { card, device_id: `PC-${i}` }]);
    const activation = await callEachOnce(server, calls, CONNECTIONS);
    const heartbeats = cards.map((card) => ['/', { card, token: card }]);
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

async function seed(env) {
  const database = await openForBulk(env);
  await database.insert('cards', cardRows(Date.now()));
  await database.close();
}

function* cardRows(now) {
  for (let i = 0; i < CARDS; i++) {
    yield {
      id: i + 1,
      application_id: 1,
      card_type_id: 1,
      card: cardOf(i),
      duration_unit: 'days',
      duration_amount: 30,
      max_sessions: 1,
      max_devices: 1,
      status: 'unused',
      frozen: 0,
      unbinds_used: 0,
      unbind_failures: 0,
      created_at: now,
      updated_at: now,
    };
  }
}

function cardOf(i) {
  return `LOGIN-${String(i).padStart(7, '0')}`;
}
