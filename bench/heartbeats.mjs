// Heartbeats at a constant rate, from a process of their own, so that what sends and measures them is not measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Client } from './client.mjs';

/** Each connection sends one after another, every so many milliseconds: 16 of them 500 a second. */
const CONNECTIONS = 16;
const EVERY_MS = 32;

/** The cards that send them. */
export const HEARTBEAT_CARDS = Array.from({ length: CONNECTIONS }, (_, i) => `HEARTBEAT-${i}`);

/** Begins to send: `take` gives the times in milliseconds, and the failures, since it was last called. */
export async function startHeartbeats({ url, application }) {
  const child = fork(import.meta.filename, [JSON.stringify({ url, application })]);
  const ask = async (question) => {
    child.send(question);
    const [answer] = await once(child, 'message');
    return answer;
  };
  await once(child, 'message');
  return {
    take: () => ask('take'),
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) await beat(JSON.parse(process.argv[2]));

async function beat(server) {
  const client = new Client(server, CONNECTIONS);
  let measured = { times: [], failures: 0 };
  process.on('message', () => {
    process.send(measured);
    measured = { times: [], failures: 0 };
  });
  process.on('disconnect', () => process.exit());

  const begin = performance.now();
  let ready = 0;
  await Promise.all(
    HEARTBEAT_CARDS.map(async (card, index) => {
      const { result } = await client.post('/card/login', { card, device_id: 'bench' });
      if (++ready === CONNECTIONS) process.send('ready');
      // Spread over the interval. What is late because the answer before was late counts as late.
      for (let due = begin + 1000 + (index * EVERY_MS) / CONNECTIONS; ; due += EVERY_MS) {
        const wait = due - performance.now();
        if (wait > 0) await setTimeout(wait);
        // A timer can fire a little early.
        const sent = Math.min(due, performance.now());
        const wasKept = await client.post('/card/heartbeat', { card, token: result.token }).then(
          ({ code }) => code === 0,
          () => false,
        );
        measured.times.push(performance.now() - sent);
        if (!wasKept) measured.failures += 1;
      }
    }),
  );
}
