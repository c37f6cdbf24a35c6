import { createHash, randomBytes } from 'node:crypto';
import { cardRows, openForBulk, type Row } from '../bulk-insert.ts';
import { compare, residentMb } from '../load/compare.ts';
import { type Call, callEachOnce } from '../load/generator.ts';
import { type Environment, type ServerOptions, startServer } from '../server.ts';

const TYPE = { name: 'Forever', duration: { unit: 'permanent' } };
const APPLICATION = { name: 'Benchmark', heartbeat_timeout_sec: 86_400, card_types: [TYPE] };
const CONNECTIONS = 64;

interface Session {
  card: string;
  token: string;
}

/** Heartbeats of 1,000 cards that are online. */
export function heartbeatCase(options: ServerOptions) {
  return heartbeats(options, { cards: 1000, online: 1000 });
}

/** The same with 1,000,000 cards, of which 100,000 are online. */
export function heartbeatLargeCase(options: ServerOptions) {
  return heartbeats(options, { cards: 1_000_000, online: 100_000 });
}

async function heartbeats(options: ServerOptions, { cards, online }: Record<'cards' | 'online', number>) {
  const sessions = Array.from({ length: online }, (_, i) => ({ card: cardOf(i), token: newToken() }));
  const server = await startServer(APPLICATION, {
    ...options,
    prepare: (env) => seed(env, cards, sessions, Date.now()),
  });
  try {
    const calls = sessions.map(({ card, token }): Call => ['/api/client/v1/card/heartbeat', { card, token }]);
    // The first heartbeat of a session after a start is answered from the database.
    const { failures, firstFailure } = await callEachOnce(server, calls, CONNECTIONS);
    if (failures > 0) throw new Error(`${failures} sessions are not alive: ${firstFailure}`);
    const rss_before_mb = residentMb(server.pid);
    return { cards, online, rss_before_mb, ...(await compare(server, calls, calls)) };
  } finally {
    await server.stop();
  }
}

async function seed(env: Environment, cards: number, sessions: Session[], now: number) {
  const database = await openForBulk(env);
  const terms = { duration_unit: 'permanent', duration_amount: 0, status: 'activated', activated_at: now };
  await database.insert('cards', cardRows(numbered(cards), terms));
  await database.insert('sessions', sessionRows(sessions, now));
  await database.close();
}

function* numbered(count: number) {
  for (let i = 0; i < count; i++) yield cardOf(i);
}

function* sessionRows(sessions: Session[], now: number): Generator<Row> {
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

function cardOf(i: number) {
  return `BEAT-${String(i).padStart(7, '0')}`;
}

function newToken() {
  return randomBytes(10).toString('hex');
}
