import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Server } from '../server.ts';
import { startBaseline } from './baseline.ts';
import { type Call, type LoadGenerator, type Order, startGenerator } from './generator.ts';

const CONNECTIONS = 64;
const WARM_UP_SEC = 4;
const RUN_SEC = 5;
const RUNS = 3;
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * Runs calls on a server and heartbeats on the baseline alternately, so that other work on the machine affects both.
 * @param heartbeats heartbeats for the baseline, with the tokens that it knows
 * @returns medians of the runs
 */
export async function compare(server: Server, calls: Call[], heartbeats: Call[]) {
  const { application, pid, url } = server;
  const baseline = await startBaseline(
    application,
    heartbeats.map(([, { token = '' }]) => token),
  );
  try {
    return await alternate({ pid, url, application, calls }, { ...baseline, application, calls: heartbeats });
  } finally {
    await baseline.stop();
  }
}

/** A server process, and the calls that put load on it. */
interface Subject extends Pick<Order, 'url' | 'application' | 'calls'> {
  pid: number;
}

/**
 * Puts load on two processes alternately, so that other work on the machine affects both.
 * @returns medians of the runs
 */
export async function alternate({ pid, ...of }: Subject, baseline: Subject) {
  const generator = startGenerator();
  try {
    const ofServer = { ...of, connections: CONNECTIONS };
    const { application, calls } = baseline;
    const ofBaseline = { url: baseline.url, application, calls, connections: CONNECTIONS };
    await generator.run({ ...ofServer, seconds: WARM_UP_SEC });
    await generator.run({ ...ofBaseline, seconds: WARM_UP_SEC });
    const runs: Awaited<ReturnType<typeof measure>>[] = [];
    const baselineRuns: typeof runs = [];
    for (let run = 0; run < RUNS; run++) {
      runs.push(await measure(generator, pid, ofServer));
      baselineRuns.push(await measure(generator, baseline.pid, ofBaseline));
    }
    const refused = baselineRuns.find(({ failures }) => failures > 0);
    if (refused) throw new Error(`The baseline refused a request: ${refused.firstFailure}`);
    const rps = median(runs, 'rps');
    const baseline_rps = median(baselineRuns, 'rps');
    const failed = runs.filter(({ failures }) => failures > 0);
    return {
      rps,
      p50_ms: median(runs, 'p50_ms'),
      p99_ms: median(runs, 'p99_ms'),
      baseline_rps,
      ratio: Number((rps / baseline_rps).toFixed(2)),
      rss_mb: residentMb(pid),
      failures: failed.reduce((sum, { failures }) => sum + failures, 0),
      ...(failed[0] && { first_failure: failed[0].firstFailure }),
      cpu_us: median(runs, 'cpu_us'),
      baseline_cpu_us: median(baselineRuns, 'cpu_us'),
      generator_cpu: median(runs, 'generator_cpu'),
      baseline_generator_cpu: median(baselineRuns, 'generator_cpu'),
    };
  } finally {
    await generator.stop();
  }
}

/**
 * Measures one run of the calls. Of all results, the CPU time per request (`cpu_us`, in microseconds) depends least on
 * other work on the machine.
 */
async function measure(generator: LoadGenerator, pid: number, order: Order) {
  const before = cpuSeconds(pid);
  const result = await generator.run({ ...order, seconds: RUN_SEC });
  const requests = result.rps * RUN_SEC;
  const cpu_us = Number((((cpuSeconds(pid) - before) * 1e6) / requests).toFixed(1));
  return { ...result, cpu_us };
}

function median<Name extends string>(runs: Record<Name, number>[], name: Name): number {
  return runs.map((run) => run[name]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!;
}

/** Returns the CPU time of a process since its start, as Linux reports it. */
export function cpuSeconds(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns the resident memory of a process in MiB, as Linux reports it. */
export function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kib) / 1024);
}
