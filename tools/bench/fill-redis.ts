// Stores copies of sessions in Redis as a server process does, with the product's modules and session cache.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type * as applicationsModule from '@app/applications';
import type * as clusterModule from '@app/cluster';
import type * as databaseModule from '@app/database';
import type * as licensingModule from '@app/licensing';
import type * as platformModule from '@app/platform';
import type * as copies from '../../libs/licensing/src/sessions/cached-session.ts';
import type { Environment } from './server.ts';
import { expiryOf, sessionAt, sessionValues } from './sessions.ts';

/** Number of sessions that are stored with the same result of `readVersion`, which is valid for a few seconds. */
const BATCH = 500;
/** Number of concurrent batches, so that Redis works while this process prepares the next batch. */
const AT_ONCE = 2;

/** Stores `count` sessions, numbered from 0, in Redis. No server must be running. */
export async function fillRedis(env: Environment, count: number, now: number): Promise<void> {
  const child = fork(import.meta.filename, [String(count), String(now)], { env });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error('Redis could not be filled');
}

if (import.meta.main) await fill(Number(process.argv[2]), Number(process.argv[3]));

async function fill(count: number, now: number): Promise<void> {
  const { ApplicationDirectory } = await built<typeof applicationsModule>('libs/applications/src/index.js');
  const { ClusterModule, ScheduledJobs } = await built<typeof clusterModule>('libs/cluster/src/index.js');
  const { DatabaseModule } = await built<typeof databaseModule>('libs/database/src/index.js');
  const { CARD, LicensingModule, SessionCache } = await built<typeof licensingModule>(
    'libs/licensing/src/index.js',
  );
  const { loadConfig, PlatformModule } = await built<typeof platformModule>('libs/platform/src/index.js');
  const { toCachedSession } = await built<typeof copies>('libs/licensing/src/sessions/cached-session.js');

  const platform = PlatformModule.forRoot(loadConfig(), [], '/');
  const server = await NestFactory.createApplicationContext(
    { module: class {}, imports: [platform, DatabaseModule, ClusterModule, LicensingModule] },
    { logger: ['error', 'warn'], abortOnError: false },
  );
  server.get(ScheduledJobs).stop();
  const cache = server.get(SessionCache);
  const application = server.get(ApplicationDirectory).get(1)!;
  const expiresAt = expiryOf(now);
  let next = 0;
  const putBatches = async () => {
    while (next < count) {
      const first = next;
      next += BATCH;
      const version = await cache.readVersion();
      const puts: Promise<unknown>[] = [];
      for (let i = first; i < Math.min(first + BATCH, count); i++) {
        const holder = { id: i + 1, card: sessionAt(i).card, expiresAt };
        puts.push(cache.put(toCachedSession(sessionValues(i, now), holder, CARD, application, now), version));
      }
      await Promise.all(puts);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, putBatches));
  await server.close();
}

function built<T>(path: string): Promise<T> {
  return import(join(import.meta.dirname, '../../dist', path)) as Promise<T>;
}
