// Runs benchmarks against the real server.
//   npm run bench -- heartbeat [--json] [--database sqlite|mysql] [--redis]
//   npm run bench -- sessions --sessions 1000000     another number of sessions
//   npm run bench -- search login --cards 10000000   another number of cards; these cases share one shop's data
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { adminListsCase } from './bench/cases/admin-lists.ts';
import { backupCase } from './bench/cases/backup.ts';
import { cardJobCase } from './bench/cases/card-job.ts';
import { consumeCase } from './bench/cases/consume.ts';
import { dashboardCase } from './bench/cases/dashboard.ts';
import { functionCase } from './bench/cases/function.ts';
import { heartbeatCase, heartbeatEd25519Case, heartbeatLargeCase } from './bench/cases/heartbeat.ts';
import { jobsCase } from './bench/cases/jobs.ts';
import { loginCase } from './bench/cases/login.ts';
import { ordersCase } from './bench/cases/orders.ts';
import { panelListsCase } from './bench/cases/panel-lists.ts';
import { searchCase } from './bench/cases/search.ts';
import { sessionsCase } from './bench/cases/sessions.ts';
import { startCase } from './bench/cases/start.ts';
import { upgradeCase } from './bench/cases/upgrade.ts';
import { type BenchOptions, DATABASES } from './bench/server.ts';
import { openShop, type Shop } from './bench/shop/open-shop.ts';
import { DEFAULT_CARDS } from './bench/shop/seed.ts';

/** The measured values, keyed by name; `details` contains separate results, such as those of each query or job. */
type Results = { details?: object[] } & object;

/** Number of cards for cases that do not need a large database. */
const FEW_CARDS = 50_000;

/** Cases that start their own server. */
const CASES: Record<string, (options: BenchOptions) => Promise<Results>> = {
  heartbeat: heartbeatCase,
  'heartbeat-ed25519': heartbeatEd25519Case,
  'heartbeat-large': heartbeatLargeCase,
  consume: consumeCase,
  function: functionCase,
  orders: ordersCase,
  sessions: sessionsCase,
};
/**
 * Cases that need the data of a shop. Cases with the same number of cards share a server and run in this order: cases
 * that only read come first, and the one that deletes tables comes last.
 */
const SHOP_CASES: Record<string, { cards: number; run: (shop: Shop) => Promise<Results> }> = {
  start: { cards: DEFAULT_CARDS, run: startCase },
  dashboard: { cards: DEFAULT_CARDS, run: dashboardCase },
  'admin-lists': { cards: DEFAULT_CARDS, run: adminListsCase },
  search: { cards: DEFAULT_CARDS, run: searchCase },
  'panel-lists': { cards: DEFAULT_CARDS, run: panelListsCase },
  jobs: { cards: DEFAULT_CARDS, run: jobsCase },
  login: { cards: FEW_CARDS, run: loginCase },
  'card-job': { cards: FEW_CARDS, run: cardJobCase },
  backup: { cards: DEFAULT_CARDS, run: backupCase },
  upgrade: { cards: DEFAULT_CARDS, run: upgradeCase },
};
const ALL = 'all';

const { names, json, cards, sessions, ...options } = readArguments();
for (const [name, run] of Object.entries(CASES))
  if (names.has(name)) report(name, await run({ ...options, cards, sessions }));
const ofShop = Object.entries(SHOP_CASES).filter(([name]) => names.has(name));
for (const [count, group] of Map.groupBy(ofShop, ([, of]) => cards ?? of.cards)) {
  const started = performance.now();
  const shop = await openShop(count, options);
  const fill_s = Math.round((performance.now() - started) / 1000);
  try {
    for (const [name, { run }] of group)
      report(name, Object.assign({ cards: count, fill_s }, await run(shop)));
  } finally {
    await shop.server.stop();
  }
}

function report(name: string, { details = [], ...results }: Results) {
  const load = loadavg()[0]!.toFixed(1);
  const summary = { case: name, ...options, load, ...results };
  // With --json, each case is one line.
  if (json) console.log(JSON.stringify({ ...summary, details }));
  else for (const table of [details, [summary]]) if (table.length > 0) console.table(table);
}

function readArguments() {
  const all = [...Object.keys(CASES), ...Object.keys(SHOP_CASES)];
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        database: { type: 'string', default: 'sqlite' },
        redis: { type: 'boolean', default: false },
        cards: { type: 'string' },
        sessions: { type: 'string' },
      },
    });
    const names = new Set(positionals.flatMap((name) => (name === ALL ? all : name)));
    const database = DATABASES.find((name) => name === values.database);
    const cards = countIn(values.cards, 20_000);
    const sessions = countIn(values.sessions, 100);
    if (names.size > 0 && [...names].every((name) => all.includes(name)) && database)
      return { names, json: values.json, redis: values.redis, database, cards, sessions };
  } catch {
    // reported below
  }
  const options = `[--json] [--database ${DATABASES.join('|')}] [--redis] [--cards <number, at least 20000>] [--sessions <number, at least 100>]`;
  console.error(`Usage: npm run bench -- <${[...all, ALL].join('|')}> ${options}`);
  process.exit(1);
}

/** @throws Error if the text is not a number, or if the number is too small */
function countIn(text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < least)
    throw new Error(`${text} is not a whole number of at least ${least}`);
  return count;
}
