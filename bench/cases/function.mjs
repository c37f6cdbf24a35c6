import { Client } from '../client.mjs';
import { compare } from '../load/compare.mjs';
import { startServer } from '../server.mjs';
import { percentile } from '../statistics.mjs';

const APPLICATION = {
  name: 'Benchmark',
  functions: [{ name: 'add', source: 'function add(a, b) { return a + b }' }],
};
const PATH = '/remote/functions/add/call';
const PARAMETERS = { params: '[1,2]' };
const WARM_UP = 500;
const CALLS = 2000;

/** A trivial function, over HTTP: how long one call takes by itself, and how many a second go through at once. */
export async function functionCase(options) {
  const server = await startServer(APPLICATION, options);
  const client = new Client(server, 1);
  const call = async () => {
    const started = performance.now();
    const answer = await client.post(PATH, PARAMETERS);
    if (answer.result?.return !== '3') throw new Error(`The function answers ${JSON.stringify(answer)}`);
    return performance.now() - started;
  };
  try {
    for (let i = 0; i < WARM_UP; i++) await call();
    const alone = [];
    for (let i = 0; i < CALLS; i++) alone.push(await call());
    const calls = [[`/api/client/v1${PATH}`, PARAMETERS]];
    const heartbeats = [['/', { token: 'bench' }]];
    return { alone_p50_ms: percentile(alone, 0.5), ...(await compare(server, calls, heartbeats)) };
  } finally {
    client.close();
    await server.stop();
  }
}
