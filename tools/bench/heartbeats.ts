// Sends heartbeats at a constant rate from a separate process, so that the load generator is not measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Connection, isSuccess } from './load/connection.ts';
import { signedRequest } from './load/signed-request.ts';
import type { Application, Server } from './server.ts';

const PATH = '/api/client/v1/card';
/**
 * Number of connections. Each connection sends heartbeats one after another at a fixed interval. Together the
 * connections send 500 heartbeats per second.
 */
const CONNECTIONS = 16;
const EVERY_MS = 32;

/** The cards that send heartbeats. */
export const HEARTBEAT_CARDS = Array.from({ length: CONNECTIONS }, (_, i) => `HEARTBEAT-${i}`);

interface Measured {
  /** Durations in milliseconds. */
  times: number[];
  failures: number;
}

export interface Heartbeats {
  /** Returns the measurements since the last call. */
  take(): Promise<Measured>;
  stop(): Promise<void>;
}

/** Starts to send heartbeats. */
export async function startHeartbeats({ url, application }: Server): Promise<Heartbeats> {
  const child = fork(import.meta.filename, [JSON.stringify({ url, application })]);
  await once(child, 'message');
  return {
    take: async () => {
      child.send('take');
      const [measured] = (await once(child, 'message')) as [Measured];
      return measured;
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) await send(JSON.parse(process.argv[2]!) as Pick<Server, 'url' | 'application'>);

async function send({ url, application }: { url: string; application: Application }): Promise<void> {
  let measured: Measured = { times: [], failures: 0 };
  process.on('message', () => {
    process.send?.(measured);
    measured = { times: [], failures: 0 };
  });
  process.on('disconnect', () => process.exit());

  const begin = performance.now();
  let ready = 0;
  await Promise.all(
    HEARTBEAT_CARDS.map(async (card, index) => {
      const connection = new Connection(url);
      const login = signedRequest(application, `${PATH}/login`, { card, device_id: 'bench' });
      const { result } = JSON.parse(await connection.send(login())) as { result: { token: string } };
      const heartbeat = signedRequest(application, `${PATH}/heartbeat`, { card, token: result.token });
      if (++ready === CONNECTIONS) process.send?.('ready');
      // Connections start at different times within the interval. If a slow response delays the next heartbeat, the
      // next heartbeat is still measured from the time at which it was due.
      for (let due = begin + 1000 + (index * EVERY_MS) / CONNECTIONS; ; due += EVERY_MS) {
        const wait = due - performance.now();
        if (wait > 0) await setTimeout(wait);
        // A timer can fire slightly early.
        const sent = Math.min(due, performance.now());
        const answer = await connection.send(heartbeat()).catch(String);
        measured.times.push(performance.now() - sent);
        if (!isSuccess(answer)) measured.failures += 1;
      }
    }),
  );
}
