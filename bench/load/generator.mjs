// The process that asks. It is told what by its parent, and answers with what it measured.
import { Connection } from './connection.mjs';
import { signedRequest } from './signed-request.mjs';

/** The answer of a successful call begins so, whatever follows. */
const SUCCESS = /^\{"code":0[,}]/;

process.on('disconnect', () => process.exit());
process.on('message', (order) => void run(order).then((result) => process.send(result)));

/**
 * Asks over and over.
 * @param order.url the server
 * @param order.application its key and secret
 * @param order.calls `[path, parameters]` that are taken in turn
 * @param order.connections each has one request in flight
 * @param order.seconds for how long; left out: each call is made once
 * @param order.keep a member of the results to be given back, one for each call
 */
async function run({ url, application, calls, connections, seconds, keep }) {
  const { hostname, port, host } = new URL(url);
  const requests = calls.map(([path, parameters]) =>
    signedRequest({ host, ...application }, path, parameters),
  );
  const times = [];
  const kept = [];
  let failures = 0;
  let firstFailure;
  let next = 0;

  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const until = seconds === undefined ? Infinity : began + seconds * 1000;
  const last = seconds === undefined ? requests.length : Infinity;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection({ hostname, port });
      for (let sent = performance.now(); sent < until && next < last; sent = performance.now()) {
        const place = next++;
        const body = await connection.ask(requests[place % requests.length]()).catch(String);
        times.push(performance.now() - sent);
        if (!SUCCESS.test(body)) {
          failures += 1;
          firstFailure ??= body;
        } else if (keep) kept[place] = JSON.parse(body).result[keep];
      }
      connection.close();
    }),
  );
  const elapsedMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  times.sort((a, b) => a - b);
  return {
    rps: Math.round(times.length / (elapsedMs / 1000)),
    p50_ms: rounded(times[Math.floor(times.length * 0.5)]),
    p99_ms: rounded(times[Math.floor(times.length * 0.99)]),
    failures,
    firstFailure,
    /** Of a core: below 1 the generator waited for the server, and not the server for it. */
    cpu: rounded((user + system) / 1000 / elapsedMs),
    ...(keep && { kept }),
  };
}

function rounded(value = 0) {
  return Number(value.toFixed(2));
}
