// Sends requests continuously from a separate process, so that the load generator is not measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Application, Server } from '../server.ts';
import { Connection, isSuccess } from './connection.ts';
import { type Parameters, signedRequest } from './signed-request.ts';

/** Path, parameters, and the name of a further parameter that has a new value in each request. */
export type Call = [string, Parameters, fresh?: string];

export interface Order {
  url: string;
  application: Application;
  /** The calls. Each connection that is free makes the next call of this list. */
  calls: Call[];
  /** Number of connections. Each has one request in progress. */
  connections: number;
  /** Duration in seconds. If omitted, each call is made once. */
  seconds?: number;
}

export interface LoadResult {
  rps: number;
  p50_ms: number;
  p99_ms: number;
  failures: number;
  firstFailure?: string;
  /**
   * CPU cores that the generator used. A value below 1 means that the generator waited for the server, and so did not
   * limit the result.
   */
  generator_cpu: number;
}

export interface LoadGenerator {
  run(order: Order): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startGenerator(): LoadGenerator {
  const child = fork(import.meta.filename);
  return {
    async run(order) {
      child.send(order);
      const [result] = (await once(child, 'message')) as [LoadResult];
      return result;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Makes each call once, over `connections` connections. */
export async function callEachOnce(
  { url, application }: Server,
  calls: Call[],
  connections: number,
): Promise<LoadResult> {
  const generator = startGenerator();
  const result = await generator.run({ url, application, calls, connections });
  await generator.stop();
  return result;
}

if (import.meta.main) {
  process.on('disconnect', () => process.exit());
  process.on('message', (order: Order) => void run(order).then((result) => process.send?.(result)));
}

async function run({ url, application, calls, connections, seconds }: Order): Promise<LoadResult> {
  const requests = calls.map((call) => signedRequest(application, ...call));
  const times: number[] = [];
  let failures = 0;
  let firstFailure: string | undefined;
  let next = 0;

  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const until = seconds === undefined ? Infinity : began + seconds * 1000;
  const last = seconds === undefined ? requests.length : Infinity;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(url);
      for (let sent = performance.now(); sent < until && next < last; sent = performance.now()) {
        const request = requests[next++ % requests.length]!;
        const body = await connection.send(request()).catch(String);
        times.push(performance.now() - sent);
        if (isSuccess(body)) continue;
        failures += 1;
        firstFailure ??= body;
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
    ...(firstFailure !== undefined && { firstFailure }),
    generator_cpu: rounded((user + system) / 1000 / elapsedMs),
  };
}

function rounded(value = 0): number {
  return Number(value.toFixed(2));
}
