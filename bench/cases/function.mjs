import { Client } from '../client.mjs';
import { startServer } from '../server.mjs';
import { percentile } from '../statistics.mjs';

const APPLICATION = {
  name: 'Benchmark',
  functions: [{ name: 'add', source: 'function add(a, b) { return a + b }' }],
};
const WARM_UP = 500;
const CALLS = 2000;
const CONNECTIONS = 64;
const LOAD_CALLS = 10_000;

/** A trivial function, over HTTP: how long one call takes by itself, and how many a second go through at once. */
export async function functionCase(options) {
  const server = await startServer(APPLICATION, options);
  const client = new Client(server, CONNECTIONS);
  let failures = 0;
  const call = async () => {
    const started = performance.now();
    const answer = await client.post('/remote/functions/add/call', { params: '[1,2]' });
    if (answer.result?.return !== '3') failures += 1;
    return performance.now() - started;
  };
  try {
    await call();
    if (failures > 0) throw new Error('The function does not run');
    for (let i = 0; i < WARM_UP; i++) await call();
    const alone = [];
    for (let i = 0; i < CALLS; i++) alone.push(await call());

    let left = LOAD_CALLS;
    const loaded = [];
    const started = performance.now();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (left-- > 0) loaded.push(await call());
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    return {
      median_ms: percentile(alone, 0.5),
      p99_ms: percentile(alone, 0.99),
      rps: Math.round(LOAD_CALLS / seconds),
      loaded_p50_ms: percentile(loaded, 0.5),
      loaded_p99_ms: percentile(loaded, 0.99),
      failures,
    };
  } finally {
    client.close();
    await server.stop();
  }
}
