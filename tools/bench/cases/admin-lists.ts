import { setTimeout } from 'node:timers/promises';
import { AdminClient } from '../admin-client.ts';
import { type ListQuery, listQueries } from '../shop/queries.ts';
import { type Shop, signInManager } from '../shop/open-shop.ts';
import { startHeartbeats } from '../heartbeats.ts';
import { percentile } from '../statistics.ts';

const TIMES = 7;
/** A slow query is repeated only for about this long, but at least once. */
const REPEAT_MS = 2000;
const ROWS = 25;
const LIMIT_MS = 150;
/**
 * While heartbeats run, only one of every `SAMPLE` queries is sent. The pauses between the queries simulate people who
 * turn pages.
 */
const SAMPLE = 8;
const PAUSE_MS = 250;

/** Measures the lists of the admin API: first each query alone, then some queries during heartbeats. */
export async function adminListsCase(shop: Shop) {
  const { server, now, cards } = shop;
  const owner = await AdminClient.signIn(server);
  const applicationId = await firstApplication(owner);
  const manager = await signInManager(server, owner, 'lists', applicationId);
  const ask = asking({ owner, manager });

  const details: Detail[] = [];
  for (const query of listQueries(now, applicationId, cards)) details.push(await measure(ask, query));
  const tops = await measureTops(owner, applicationId);
  details.sort((a, b) => b.median_ms - a.median_ms);
  return {
    details,
    ...summaryOf(details),
    ...tops,
    ...(await besideHeartbeats(shop, ask, applicationId)),
  };
}

async function firstApplication(owner: AdminClient): Promise<number> {
  const [{ id }] = await owner.send<[{ id: number }]>('GET', '/applications?sort=["id","ASC"]');
  return id;
}

interface Answer {
  ms: number;
  /** Index of the first row. */
  from: number;
  total: number;
}

/**
 * Returns a function that requests a page of a list and measures how long the request takes. The function remembers the
 * length of each list, to find the middle and the end.
 */
function asking(clients: Record<ListQuery['as'], AdminClient>) {
  const totals = new Map<string, number>();
  return async ({ list, as, filter, sort, at }: ListQuery): Promise<Answer> => {
    const name = JSON.stringify([list, as, filter]);
    const total = totals.get(name) ?? 0;
    const places = { half: Math.floor(total / 2), last: Math.max(0, total - ROWS) };
    const from = typeof at === 'number' ? at : places[at];
    const query = { filter, sort, range: [from, from + ROWS - 1] };
    const text = Object.entries(query).map(
      ([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`,
    );

    const started = performance.now();
    const response = await clients[as].fetch('GET', `/${list}?${text.join('&')}`);
    const rows = (await response.json()) as unknown[];
    const ms = performance.now() - started;

    const length = Number(response.headers.get('content-range')?.split('/')[1]);
    totals.set(name, length);
    if (rows.length !== Math.max(0, Math.min(ROWS, length - from)))
      throw new Error(`${name} returned ${rows.length} rows from row ${from} of ${length}`);
    return { ms, from, total: length };
  };
}

type Ask = ReturnType<typeof asking>;
type Detail = Awaited<ReturnType<typeof measure>>;

async function measure(ask: Ask, query: ListQuery) {
  const first = await ask(query);
  const times: number[] = [];
  const repeatUntil = performance.now() + REPEAT_MS;
  do times.push((await ask(query)).ms);
  while (times.length < TIMES && performance.now() < repeatUntil);
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

/** Measures the leaderboards of refused requests over the longest period. */
async function measureTops(owner: AdminClient, applicationId: number) {
  const medians: [string, number][] = [];
  for (const by of ['address', 'name', 'device', 'code', 'version']) {
    const times: number[] = [];
    for (let i = 0; i <= TIMES; i++) {
      const started = performance.now();
      await owner.send('GET', `/refusals/top?applicationId=${applicationId}&by=${by}&period=30d`);
      if (i > 0) times.push(performance.now() - started);
    }
    medians.push([by, percentile(times, 0.5)]);
  }
  return { refusal_top_median_ms: Object.fromEntries(medians) };
}

/**
 * Summarises the panel's queries and the other queries separately. Every list in the panel except the audit log shows
 * one application. Other API clients can list the records of all applications at once.
 */
function summaryOf(details: Detail[]) {
  const ofPanel = details.filter(isOfPanel);
  const others = details.filter((query) => !isOfPanel(query));
  return {
    panel_queries: ofPanel.length,
    panel_median_ms_worst: ofPanel[0]?.median_ms,
    panel_over_150_ms: ofPanel
      .filter(isOver)
      .map(
        ({ list, filter, sort, from, median_ms }) => `${list} ${filter} ${sort} from ${from}: ${median_ms}`,
      ),
    other_queries: others.length,
    other_median_ms_worst: others[0]?.median_ms,
    other_over_150_ms: others.filter(isOver).length,
  };
}

function isOfPanel({ list, filter }: Detail): boolean {
  return list === 'audit-log' || filter.includes('"applicationId":');
}

function isOver({ median_ms }: Detail): boolean {
  return median_ms > LIMIT_MS;
}

async function besideHeartbeats({ server, now, cards }: Shop, ask: Ask, applicationId: number) {
  const heartbeats = await startHeartbeats(server);
  await heartbeats.take();
  for (const [index, query] of listQueries(now, applicationId, cards).entries()) {
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
