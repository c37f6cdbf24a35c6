import { AdminClient } from '../admin-client.ts';
import type { Shop } from '../shop/open-shop.ts';
import { percentile } from '../statistics.ts';

const TIMES = 7;
const APPLICATION = 'applicationId=1';
const DAY_MS = 86_400_000;

/** Measures the requests that the panel's first page sends, with a year of statistics in the database. */
export async function dashboardCase({ server, now }: Shop) {
  const owner = await AdminClient.signIn(server);
  const details: Awaited<ReturnType<typeof measure>>[] = [];
  for (const path of paths(now)) details.push(await measure(owner, path));
  return {
    details,
    reads: details.length,
    first_ms_worst: Math.max(...details.map(({ first_ms }) => first_ms)),
    median_ms_worst: Math.max(...details.map(({ median_ms }) => median_ms)),
  };
}

function* paths(now: number): Generator<string> {
  const PERIODS = { today: 1, '7d': 7, '30d': 30, '90d': 90 };
  for (const period of Object.keys(PERIODS)) yield `/stats/overview?${APPLICATION}&period=${period}`;
  for (const days of Object.values(PERIODS)) {
    const by = days === 1 ? 'hour' : 'day';
    yield `/stats/activity?${APPLICATION}&from=${now - days * DAY_MS}&to=${now + 1}&by=${by}`;
  }
  yield `/stats/activity?${APPLICATION}&from=${now - 365 * DAY_MS}&to=${now + 1}&by=day`;
  yield `/stats/sessions?${APPLICATION}&from=${now - DAY_MS}&to=${now}`;
  yield `/stats/attention?${APPLICATION}`;
  yield `/stats/cards?${APPLICATION}`;
  yield `/stats/expiring?${APPLICATION}&days=14`;
  for (const days of [14, 60, 180]) yield `/stats/days?${APPLICATION}&days=${days}`;
  for (const by of ['card_type', 'channel']) yield `/stats/income?${APPLICATION}&days=90&by=${by}`;
  yield `/stats/anomalies?${APPLICATION}`;
  yield `/cards/counts?filter=${encodeURIComponent(JSON.stringify({ applicationId: 1 }))}`;
}

/** Returns the time of the first read, and the median of the other reads, which may be answered from memory. */
async function measure(owner: AdminClient, path: string) {
  const times: number[] = [];
  for (let i = 0; i <= TIMES; i++) {
    const started = performance.now();
    await owner.send('GET', path);
    times.push(performance.now() - started);
  }
  return {
    path: path.replaceAll(/\d{10,}/g, '…'),
    first_ms: percentile(times.slice(0, 1), 1),
    median_ms: percentile(times.slice(1), 0.5),
    max_ms: percentile(times.slice(1), 1),
  };
}
