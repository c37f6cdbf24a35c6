import type { CrashRun } from './crash-run.js';

/** Summarizes a run for people. */
export function describeRun(engine: string, seed: string, run: CrashRun, seconds: number): string {
  const { kills, killedStarts, startsMs, traffic, deliveries } = run;
  const { requests, events } = deliveries.counts;
  const sorted = startsMs.toSorted((a, b) => a - b);
  const [median, longest] = [sorted[sorted.length >> 1]!, sorted.at(-1)!].map((ms) => (ms / 1000).toFixed(1));
  const counts = [...traffic.counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const total = { done: 0, refused: 0, unknown: 0 };
  const lines = counts.map(([kind, { done, refused, unknown }]) => {
    total.done += done;
    total.refused += refused;
    total.unknown += unknown;
    return line(kind, done, refused, unknown);
  });
  return [
    `${engine}, seed ${seed}: ${kills} kills under load and ${killedStarts} of starts in ${seconds.toFixed(0)} s`,
    `ready again after ${median} s (median), ${longest} s at most`,
    `${events} orders delivered to a webhook by ${requests} requests`,
    line('', 'done', 'refused', 'unknown'),
    ...lines,
    line('together', total.done, total.refused, total.unknown),
    '',
  ].join('\n');
}

function line(kind: string, ...counts: (number | string)[]): string {
  return `  ${kind.padEnd(26)}${counts.map((count) => String(count).padStart(9)).join('')}`;
}
