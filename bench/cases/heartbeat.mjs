import { createHash, randomBytes } from 'node:crypto';
import { openForBulk } from '../bulk-insert.mjs';
import { cardRows } from '../card-rows.mjs';
import { compare } from '../load/compare.mjs';
import { callEachOnce } from '../load/load.mjs';
import { residentMb } from '../load/process-figures.mjs';
import { startServer } from '../server.mjs';

const TYPE = { name: 'Forever', duration: { unit: 'permanent' } };
const APPLICATION = { name: 'Benchmark', heartbeat_timeout_sec: 86_400, card_types: [TYPE] };
const CONNECTIONS = 64;

/** Heartbeats of 1,000 cards that are online. */
export function heartbeatCase(options) {
  return heartbeats(options, { cards: 1000, online: 1000 });
}

/** The same with 1,000,000 cards, of which 100,000 are online. */
export function heartbeatLargeCase(options) {
  return heartbeats(options, { cards: 1_000_000, online: 100_000 });
}

async function heartbeats(options, { cards, online }) {
  const sessions = Array.from({ length: online }, (_, i) => ({ card: cardOf(i), token: newToken() }));
  const server = await startServer(APPLICATION, {
    ...options,
    prepare: (env) => seed(env, cards, sessions, Date.now()),
  });
  try {
    const calls = sessions.map(({ card, token }) => ['/api/client/v1/card/heartbeat', { card, token }]);
    // The first heartbeat of a session after a start is answered from the database.
    const { failures, firstFailure } = await callEachOnce(server, calls, CONNECTIONS);
    if (failures > 0) throw new Error(`${failures} sessions are not alive: ${firstFailure}`);
    const rss_before_mb = residentMb(server.pid);
    return { cards, online, rss_before_mb, ...(await compare(server, calls, calls)) };
  } finally {
    await server.stop();
  }
}

async function seed(env, cards, sessions, now) {
  const database = await openForBulk(env);
  const terms = { duration_unit: 'permanent', duration_amount: 0, status: 'activated', activated_at: now };
  await database.insert('cards', cardRows(numbered(cards), terms));
  await database.insert('sessions', sessionRows(sessions, now));
  await database.close();
}

function* numbered(count) {
  for (let i = 0; i < count; i++) yield cardOf(i);
}

function* sessionRows(sessions, now) {
  for (const [i, { token }] of sessions.entries()) {
    yield {
      application_id: 1,
      holder_kind: 'card',
      holder_id: i + 1,
      device_id: `PC-${i}`,
      token_hash: createHash('sha256').update(token).digest('base64url'),
      ip: '192.0.2.7',
      created_at: now,
      last_seen_at: now,
    };
  }
}

function cardOf(i) {
  return `BEAT-${String(i).padStart(7, '0')}`;
}

function newToken() {
  return randomBytes(10).toString('hex');
}
