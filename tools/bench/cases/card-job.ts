import { setTimeout } from 'node:timers/promises';
import { AdminClient } from '../admin-client.ts';
import { startHeartbeats } from '../heartbeats.ts';
import type { Shop } from '../shop/open-shop.ts';
import { percentile } from '../statistics.ts';

const CARDS = 100_000;
const WARM_UP_MS = 3000;
const QUIET_MS = 5000;
const LOOK_EVERY_MS = 25;

interface CardType {
  id: number;
  applicationId: number;
}

interface CardJob {
  id: number;
  status: string;
  error: string | null;
}

/** Measures a job that generates 100,000 cards, and heartbeats before and during the job. */
export async function cardJobCase({ server }: Shop) {
  const admin = await AdminClient.signIn(server);
  const [type] = await admin.send<[CardType]>('GET', '/card-types?sort=["id","ASC"]');
  const heartbeats = await startHeartbeats(server);
  await setTimeout(WARM_UP_MS);
  await heartbeats.take();
  await setTimeout(QUIET_MS);
  const quiet = await heartbeats.take();
  const seconds = await generate(admin, type);
  const during = await heartbeats.take();
  await heartbeats.stop();
  return {
    generated: CARDS,
    seconds: Number(seconds.toFixed(2)),
    heartbeats: during.times.length,
    p50_ms: percentile(during.times, 0.5),
    p99_ms: percentile(during.times, 0.99),
    max_ms: percentile(during.times, 1),
    quiet_p50_ms: percentile(quiet.times, 0.5),
    quiet_p99_ms: percentile(quiet.times, 0.99),
    failures: during.failures + quiet.failures,
  };
}

async function generate(admin: AdminClient, { id: cardTypeId, applicationId }: CardType) {
  const started = performance.now();
  let job = await admin.send<CardJob>('POST', '/card-jobs/generate', {
    applicationId,
    cardTypeId,
    count: CARDS,
  });
  while (job.status === 'queued' || job.status === 'running') {
    await setTimeout(LOOK_EVERY_MS);
    job = await admin.send<CardJob>('GET', `/card-jobs/${job.id}`);
  }
  if (job.status !== 'done') throw new Error(`The job ended with status ${job.status}: ${job.error}`);
  return (performance.now() - started) / 1000;
}
