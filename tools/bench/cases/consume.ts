import { cardRows, openForBulk } from '../bulk-insert.ts';
import { type Call, callEachOnce, type LoadResult, startGenerator } from '../load/generator.ts';
import { type Environment, type ServerOptions, startServer } from '../server.ts';
import { newToken, type Session, sessionRows } from './heartbeat.ts';

const TYPE = { name: 'Counted', duration: { unit: 'permanent' } };
const APPLICATION = { name: 'Benchmark', heartbeat_timeout_sec: 86_400, card_types: [TYPE] };
const CARDS = 2000;
const CONNECTIONS = 64;
const WARM_UP_SEC = 3;
const RUN_SEC = 5;
const RUNS = 3;

/**
 * Measures how fast uses are consumed from many cards and from a single card. These runs alternate with runs of logins
 * with the same cards.
 */
export async function consumeCase(options: ServerOptions) {
  const sessions = Array.from({ length: CARDS }, (_, i) => ({ card: `USES-${i}`, token: newToken() }));
  const server = await startServer(APPLICATION, { ...options, prepare: (env) => seed(env, sessions) });
  const consumes = sessions.map(({ card, token }): Call => [
    '/api/client/v1/card/consume',
    { card, token },
    'request_id',
  ]);
  const loads = {
    // The logins use a different device, so that the sessions that consume uses stay open.
    login: sessions.map(({ card }): Call => ['/api/client/v1/card/login', { card, device_id: 'login' }]),
    consume: consumes,
    hot: consumes.slice(0, 1),
  };
  const generator = startGenerator();
  try {
    for (const calls of [loads.login, loads.consume]) {
      const { failures, firstFailure } = await callEachOnce(server, calls, CONNECTIONS);
      if (failures > 0) throw new Error(`${failures} requests failed: ${firstFailure}`);
    }
    const runs: Record<keyof typeof loads, LoadResult[]> = { login: [], consume: [], hot: [] };
    for (let run = 0; run <= RUNS; run++) {
      for (const name of ['login', 'consume', 'hot'] as const) {
        const order = { ...server, calls: loads[name], connections: CONNECTIONS };
        const result = await generator.run({ ...order, seconds: run === 0 ? WARM_UP_SEC : RUN_SEC });
        if (run > 0) runs[name].push(result);
      }
    }
    const all = Object.values(runs).flat();
    const [login, consume, hot] = [median(runs.login), median(runs.consume), median(runs.hot)];
    const failed = all.find(({ failures }) => failures > 0);
    return {
      login_rps: login.rps,
      login_p99_ms: login.p99_ms,
      consume_rps: consume.rps,
      consume_p99_ms: consume.p99_ms,
      hot_card_rps: hot.rps,
      hot_card_p99_ms: hot.p99_ms,
      consume_per_login: Number((consume.rps / login.rps).toFixed(2)),
      failures: all.reduce((sum, { failures }) => sum + failures, 0),
      ...(failed && { first_failure: failed.firstFailure }),
    };
  } finally {
    await generator.stop();
    await server.stop();
  }
}

function median(runs: readonly LoadResult[]): LoadResult {
  return runs.toSorted((a, b) => a.rps - b.rps)[Math.floor(runs.length / 2)]!;
}

async function seed(env: Environment, sessions: Session[]) {
  const now = Date.now();
  const database = await openForBulk(env);
  const terms = { duration_unit: 'permanent', duration_amount: 0, status: 'activated', activated_at: now };
  const counted = { uses: 1_000_000_000, max_sessions: 2, max_devices: 0 };
  const cards = sessions.map(({ card }) => card);
  await database.insert('cards', cardRows(cards, { ...terms, ...counted }));
  await database.insert('sessions', sessionRows(sessions, now));
  await database.close();
}
