// Runs every scheduled job once, with the modules of the built server.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import type * as clusterModule from '@app/cluster';
import type * as platformModule from '@app/platform';
import type * as serverModule from '../../apps/server/src/app.module.ts';
import type { Environment } from './server.ts';

const RESOLUTION_MS = 1;

interface JobRun {
  job: string;
  ms: number;
  /** Longest time for which the job blocked the process. On SQLite, each statement blocks the process. */
  pause_ms: number;
}

/** Runs the jobs in a separate process. No server must be running. */
export async function runJobs(env: Environment): Promise<JobRun[]> {
  const child = fork(import.meta.filename, { env });
  const [runs] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [JobRun[] | number];
  if (!Array.isArray(runs)) throw new Error('The jobs could not be run');
  await once(child, 'exit');
  return runs;
}

if (import.meta.main) await run();

async function run(): Promise<void> {
  const { AppModule } = await built<typeof serverModule>('apps/server/src/app.module.js');
  const { ScheduledJobs } = await built<typeof clusterModule>('libs/cluster/src/index.js');
  const { loadConfig } = await built<typeof platformModule>('libs/platform/src/index.js');
  const server = await NestFactory.createApplicationContext(AppModule.forRoot(loadConfig()), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  const jobs = server.get(ScheduledJobs);
  const names = server.get(SchedulerRegistry).getIntervals();
  jobs.stop();
  const runs: JobRun[] = [];
  for (const job of names) {
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    delay.enable();
    const started = performance.now();
    await jobs.run(job);
    const ms = Math.round(performance.now() - started);
    // The monitor notices a pause only when the pause has ended.
    await setTimeout(5 * RESOLUTION_MS);
    delay.disable();
    runs.push({ job, ms, pause_ms: Math.round(delay.max / 1e6) });
  }
  // The process exits without `server.close()`, which fails if the server has not started to listen.
  process.send?.(runs, () => process.exit());
}

function built<T>(path: string): Promise<T> {
  return import(join(import.meta.dirname, '../../dist', path)) as Promise<T>;
}
