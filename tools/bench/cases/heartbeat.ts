import { createHash, randomBytes } from 'node:crypto';
import { cardRows, openForBulk, type Row } from '../bulk-insert.ts';
import { alternate, compare, residentMb } from '../load/compare.ts';
import { type Call, callEachOnce } from '../load/generator.ts';
import { type BenchOptions, type Environment, type ServerOptions, startServer } from '../server.ts';

const TYPE = { name: 'Forever', duration: { unit: 'permanent' } };
const APPLICATION = { name: 'Benchmark', heartbeat_timeout_sec: 86_400, card_types: [TYPE] };
const CONNECTIONS = 64;

export interface Session {
  card: string;
  token: string;
}

/** Measures heartbeats of 1,000 cards that are online. */
export function heartbeatCase(options: ServerOptions) {
  return heartbeats(options, { cards: 1000, online: 1000 });
}

/**
 * Measures heartbeats with 1,000,000 cards or a given number of cards. A tenth of the cards, but at most 100,000, are
 * online.
 */
export function heartbeatLargeCase({ cards = 1_000_000, ...options }: BenchOptions) {
  return heartbeats(options, { cards, online: Math.min(100_000, Math.floor(cards / 10)) });
}

/**
 * Measures heartbeats of 1,000 cards of an application that signs its answers with Ed25519. They alternate with
 * heartbeats of an application without signed answers. `ratio` is the rate with signatures divided by the rate without
 * signatures.
 */
export async function heartbeatEd25519Case(options: ServerOptions) {
  const all = Array.from({ length: 2000 }, (_, i) => ({ card: cardOf(i), token: newToken() }));
  const signing = { ...APPLICATION, name: 'Signs answers', response_signature: 'ed25519' };
  const server = await startServer([APPLICATION, signing], {
    ...options,
    prepare: (env) => seed(env, all.length, all, Date.now(), (cardId) => (cardId > 1000 ? 2 : 1)),
  });
  try {
    const { pid, url, applications } = server;
    const [unsigned, signed] = [all.slice(0, 1000), all.slice(1000)].map((sessions, i) => ({
      pid,
      url,
      application: applications[i]!,
      calls: sessions.map(({ card, token }): Call => ['/api/client/v1/card/heartbeat', { card, token }]),
    }));
    return await alternate(signed!, unsigned!);
  } finally {
    await server.stop();
  }
}

async function heartbeats(options: ServerOptions, { cards, online }: Record<'cards' | 'online', number>) {
  const sessions = Array.from({ length: online }, (_, i) => ({ card: cardOf(i), token: newToken() }));
  const server = await startServer(APPLICATION, {
    ...options,
    prepare: (env) => seed(env, cards, sessions, Date.now()),
  });
  try {
    const calls = sessions.map(({ card, token }): Call => ['/api/client/v1/card/heartbeat', { card, token }]);
    // After a server start, the first heartbeat of each session reads the database; these heartbeats are not measured.
    const { failures, firstFailure } = await callEachOnce(server, calls, CONNECTIONS);
    if (failures > 0) throw new Error(`${failures} sessions are not alive: ${firstFailure}`);
    const rss_before_mb = residentMb(server.pid);
    return { cards, online, rss_before_mb, ...(await compare(server, calls, calls)) };
  } finally {
    await server.stop();
  }
}

/** @param applicationOf returns the id of a card's application, which has one card type with the same id */
async function seed(
  env: Environment,
  cards: number,
  sessions: Session[],
  now: number,
  applicationOf: (cardId: number) => number = () => 1,
) {
  const database = await openForBulk(env);
  const terms = { duration_unit: 'permanent', duration_amount: 0, status: 'activated', activated_at: now };
  const rows = cardRows(numbered(cards), terms).map((row) => {
    const application = applicationOf(Number(row.id));
    return Object.assign(row, { application_id: application, card_type_id: application });
  });
  await database.insert('cards', rows);
  await database.insert('sessions', sessionRows(sessions, now, applicationOf));
  await database.close();
}

function* numbered(count: number) {
  for (let i = 0; i < count; i++) yield cardOf(i);
}

/** Yields the rows of open sessions. The card ids start at 1. */
export function* sessionRows(
  sessions: Session[],
  now: number,
  applicationOf: (cardId: number) => number = () => 1,
): Generator<Row> {
  for (const [i, { token }] of sessions.entries()) {
    yield {
      application_id: applicationOf(i + 1),
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

export function newToken() {
  return randomBytes(10).toString('hex');
}
