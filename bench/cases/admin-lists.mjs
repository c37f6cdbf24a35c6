import { setTimeout } from 'node:timers/promises';
import { AdminClient } from '../admin-client.mjs';
import { listQueries } from '../admin-lists/queries.mjs';
import { APPLICATIONS, seed } from '../admin-lists/seed.mjs';
import { startHeartbeats } from '../heartbeats.mjs';
import { startServer } from '../server.mjs';
import { percentile } from '../statistics.mjs';

const TIMES = 7;
const ROWS = 25;
const LIMIT_MS = 150;
/** Beside heartbeats, every so many-th query is asked, with a pause between: people who turn pages. */
const SAMPLE = 8;
const PAUSE_MS = 250;
const MANAGER = { email: 'manager@example.com', password: 'correct horse battery' };

/** The lists of the admin API with a million cards: each query by itself, then some of them beside heartbeats. */
export async function adminListsCase(options) {
  const now = Date.now();
  const server = await startServer(APPLICATIONS, { ...options, prepare: (env) => seed(env, now) });
  try {
    const owner = await AdminClient.signIn(server);
    const clients = { owner, manager: await managerOf(server, owner) };
    const [{ id: applicationId }] = await owner.send('GET', '/applications?sort=["id","ASC"]');
    const ask = asking(clients);

    const details = [];
    for (const query of listQueries(now, applicationId)) details.push(await measure(ask, query));
    details.sort((a, b) => b.median_ms - a.median_ms);
    return { details, ...summaryOf(details), ...(await besideHeartbeats(server, ask, now, applicationId)) };
  } finally {
    await server.stop();
  }
}

async function managerOf({ url }, owner) {
  const [{ id }] = await owner.send('GET', '/applications?sort=["id","ASC"]');
  await owner.send('POST', '/admins', { ...MANAGER, name: 'Manager', role: 'manager', applicationIds: [id] });
  return AdminClient.signIn({ url, admin: MANAGER });
}

/** Asks for a query's page, and remembers how long each list is for those that are about its middle and its end. */
function asking(clients) {
  const totals = new Map();
  return async ({ list, as, filter, sort, at }) => {
    const name = JSON.stringify([list, as, filter]);
    const total = totals.get(name) ?? 0;
    const from = { half: Math.floor(total / 2), last: Math.max(0, total - ROWS) }[at] ?? at;
    const query = { filter, sort, range: [from, from + ROWS - 1] };
    const text = Object.entries(query).map(
      ([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`,
    );

    const started = performance.now();
    const response = await clients[as].fetch('GET', `/${list}?${text.join('&')}`);
    const rows = await response.json();
    const ms = performance.now() - started;

    totals.set(name, Number(response.headers.get('content-range').split('/')[1]));
    if (rows.length !== Math.max(0, Math.min(ROWS, totals.get(name) - from)))
      throw new Error(`${name} gave ${rows.length} rows at ${from} of ${totals.get(name)}`);
    return { ms, from, total: totals.get(name) };
  };
}

async function measure(ask, query) {
  const first = await ask(query);
  const times = [];
  for (let i = 0; i < TIMES; i++) times.push((await ask(query)).ms);
  return {
    list: query.list,
    as: query.as,
    filter: JSON.stringify(query.filter),
    sort: query.sort.join(' '),
    from: first.from,
    total: first.total,
    first_ms: percentile([first.ms], 1),
    median_ms: percentile(times, 0.5),
    max_ms: percentile(times, 1),
  };
}

/** The panel's lists are of one application, but for the audit log; programs may ask for all at once. */
function summaryOf(details) {
  const ofPanel = details.filter(isOfPanel);
  const others = details.filter((query) => !isOfPanel(query));
  return {
    panel_queries: ofPanel.length,
    panel_median_ms_worst: ofPanel[0].median_ms,
    panel_over_150_ms: ofPanel
      .filter(isOver)
      .map(
        ({ list, filter, sort, from, median_ms }) => `${list} ${filter} ${sort} from ${from}: ${median_ms}`,
      ),
    other_queries: others.length,
    other_median_ms_worst: others[0].median_ms,
    other_over_150_ms: others.filter(isOver).length,
  };
}

function isOfPanel({ list, filter }) {
  return list === 'audit-log' || 'applicationId' in JSON.parse(filter);
}

function isOver({ median_ms }) {
  return median_ms > LIMIT_MS;
}

async function besideHeartbeats(server, ask, now, applicationId) {
  const heartbeats = await startHeartbeats(server);
  await heartbeats.take();
  for (const [index, query] of [...listQueries(now, applicationId)].entries()) {
    if (index % SAMPLE !== 0) continue;
    await ask(query);
    await setTimeout(PAUSE_MS);
  }
  const { times, failures } = await heartbeats.take();
  await heartbeats.stop();
  return {
    heartbeats: times.length,
    heartbeat_p50_ms: percentile(times, 0.5),
    heartbeat_p99_ms: percentile(times, 0.99),
    heartbeat_max_ms: percentile(times, 1),
    heartbeat_failures: failures,
  };
}
