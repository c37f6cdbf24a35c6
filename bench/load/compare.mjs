import { startYardstick } from '../yardstick.mjs';
import { startLoad } from './load.mjs';
import { cpuSeconds, residentMb } from './process-figures.mjs';

const CONNECTIONS = 64;
const WARM_UP_SEC = 4;
const RUN_SEC = 5;
const RUNS = 3;

/**
 * Loads a server with the same calls over and over, and a yardstick with the same heartbeats in turn: both see the same
 * machine, whatever else it does.
 * @param server as `startServer` gives it
 * @param calls for the server
 * @param heartbeats for the yardstick, whose tokens it knows
 * @returns medians of the runs
 */
export async function compare(server, calls, heartbeats) {
  const { application } = server;
  const tokens = heartbeats.map(([, { token }]) => token);
  const yardstick = await startYardstick(application, tokens);
  const load = startLoad();
  try {
    const order = { application, connections: CONNECTIONS };
    const ofServer = { ...order, url: server.url, calls };
    const ofYardstick = { ...order, url: yardstick.url, calls: heartbeats };
    await load.run({ ...ofServer, seconds: WARM_UP_SEC });
    await load.run({ ...ofYardstick, seconds: WARM_UP_SEC });
    const runs = [];
    for (let run = 0; run < RUNS; run++) {
      const measured = await measure(load, server, ofServer);
      const compared = await measure(load, yardstick, ofYardstick);
      if (compared.failures > 0) throw new Error(`The yardstick refuses: ${compared.firstFailure}`);
      runs.push({
        ...measured,
        yardstick_rps: compared.rps,
        yardstick_cpu_us: compared.cpu_us,
        yardstick_generator_cpu: compared.generator_cpu,
      });
    }
    const median = (name) => runs.map((run) => run[name]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)];
    const failures = runs.reduce((sum, run) => sum + run.failures, 0);
    return {
      rps: median('rps'),
      p50_ms: median('p50_ms'),
      p99_ms: median('p99_ms'),
      yardstick_rps: median('yardstick_rps'),
      ratio: Number((median('rps') / median('yardstick_rps')).toFixed(2)),
      rss_mb: residentMb(server.pid),
      failures,
      ...(failures > 0 && { first_failure: runs.find(({ firstFailure }) => firstFailure).firstFailure }),
      cpu_us: median('cpu_us'),
      yardstick_cpu_us: median('yardstick_cpu_us'),
      generator_cpu: median('generator_cpu'),
      yardstick_generator_cpu: median('yardstick_generator_cpu'),
    };
  } finally {
    await load.stop();
    await yardstick.stop();
  }
}

/** With the CPU time that the server needs for a request, in microseconds, which a busy machine changes least. */
async function measure(load, { pid }, order) {
  const before = cpuSeconds(pid);
  const { cpu, ...result } = await load.run({ ...order, seconds: RUN_SEC });
  const requests = result.rps * RUN_SEC;
  const cpu_us = Number((((cpuSeconds(pid) - before) * 1e6) / requests).toFixed(1));
  return { ...result, cpu_us, generator_cpu: cpu };
}
