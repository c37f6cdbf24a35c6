import type { Gaps, HaRun } from './ha-run.js';

/** Summarizes a run for people. */
export async function describeHa(seed: string, run: HaRun): Promise<string> {
  const { measured, traffic, orders, repeated } = run;
  const jobs = await run.jobs;
  const counts = [...traffic.counts.values()];
  const sum = (of: (count: (typeof counts)[number]) => number) =>
    counts.reduce((total, count) => total + of(count), 0);
  return [
    `High availability, seed ${seed}: ${measured.length} faults`,
    `${sum(({ done }) => done)} requests answered, ${sum(({ refused }) => refused)} refused, ${sum(({ unknown }) => unknown)} unknown`,
    `${orders.events} orders delivered to a webhook by ${orders.requests} requests`,
    `${jobs.done} of ${jobs.submitted} card jobs done`,
    `accepted requests sent again: ${JSON.stringify(repeated)}`,
    line('longest time without a success', 'login', 'heartbeat', 'mended: login', 'heartbeat'),
    ...measured.map(({ name, struck, mended }) => line(name, ...inSeconds(struck), ...inSeconds(mended))),
    '',
  ].join('\n');
}

function inSeconds({ login, heartbeat }: Gaps): string[] {
  return [login, heartbeat].map((ms) => `${(ms / 1000).toFixed(1)} s`);
}

function line(name: string, ...cells: string[]): string {
  return `  ${name.padEnd(52)}${cells.map((cell) => cell.padStart(15)).join('')}`;
}
