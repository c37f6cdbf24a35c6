import { residentMb } from '../load/compare.ts';
import type { Shop } from '../shop/open-shop.ts';
import { percentile } from '../statistics.ts';

const TIMES = 3;

/** Measures the time from the start of a server process until it serves requests, and its memory when it is idle. */
export async function startCase({ server }: Shop) {
  const seconds: number[] = [];
  for (let i = 0; i < TIMES; i++) seconds.push(await server.restart());
  return { start_s: percentile(seconds, 0.5), max_s: percentile(seconds, 1), rss_mb: residentMb(server.pid) };
}
