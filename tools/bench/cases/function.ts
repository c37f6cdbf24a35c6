import { Connection } from '../load/connection.ts';
import { compare } from '../load/compare.ts';
import type { Call } from '../load/generator.ts';
import { signedRequest } from '../load/signed-request.ts';
import { type ServerOptions, startServer } from '../server.ts';
import { percentile } from '../statistics.ts';

const APPLICATION = {
  name: 'Benchmark',
  functions: [{ name: 'add', source: 'function add(a, b) { return a + b }' }],
};
const CALL: Call = ['/api/client/v1/remote/functions/add/call', { params: '[1,2]' }];
const WARM_UP = 500;
const CALLS = 2000;

/** Measures a trivial function over HTTP: the duration of a single call, and the rate of concurrent calls. */
export async function functionCase(options: ServerOptions) {
  const server = await startServer(APPLICATION, options);
  const connection = new Connection(server.url);
  const request = signedRequest(server.application, ...CALL);
  const call = async () => {
    const started = performance.now();
    const answer = await connection.send(request());
    const elapsed = performance.now() - started;
    if (!answer.includes('"return":"3"')) throw new Error(`The function answers ${answer}`);
    return elapsed;
  };
  try {
    for (let i = 0; i < WARM_UP; i++) await call();
    const alone: number[] = [];
    for (let i = 0; i < CALLS; i++) alone.push(await call());
    const heartbeats: Call[] = [['/', { token: 'bench' }]];
    return { alone_p50_ms: percentile(alone, 0.5), ...(await compare(server, [CALL], heartbeats)) };
  } finally {
    connection.close();
    await server.stop();
  }
}
