import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CrashRun } from '../../support/crash/crash-run.js';
import { describeRun } from '../../support/crash/describe-run.js';
import { REDIS_URL } from '../../support/private-redis.js';
import { createMigratedDatabase, ENGINE, type TestDatabase } from '../../support/test-database.js';

/** Number of kills and seed. `npm run test:crash` uses more kills and other seeds. */
const KILLS = Number(process.env.TEST_CRASH_KILLS ?? 4);
const SEED = process.env.TEST_CRASH_SEED ?? '1';
const ON_REDIS = process.env.TEST_ON_REDIS !== undefined;
/** Requests that the load must include. */
const CHANGES = [
  ...['login', 'logout', 'unbind', 'recharge', 'config', 'consume', 'paid call'].map(
    (action) => `card ${action}`,
  ),
  ...['registration', 'login', 'recharge', 'consume'].map((action) => `user ${action}`),
  ...['create', 'update', 'delete'].map((action) => `data ${action}`),
  ...['create', 'edit', 'delete'].map((action) => `variable ${action}`),
  ...['freeze', 'unfreeze', 'kick', 'add-time', 'edit', 'delete'].map((action) => `admin ${action}`),
  'apply',
];
const START_TIMEOUT_MS = 300_000;
const ROUND_TIMEOUT_MS = 60_000;

describe(`a server that is killed ${KILLS} times under load (seed ${SEED})`, () => {
  let database: TestDatabase;
  let run: CrashRun;
  let begun: number;

  beforeAll(async () => {
    begun = performance.now();
    database = await createMigratedDatabase();
    const redis = ON_REDIS ? { REDIS_URL: REDIS_URL! } : undefined;
    run = await CrashRun.start(SEED, { ...database.environment, ...redis }, KILLS);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await run?.stop();
    await database?.drop();
  });

  it(
    'keeps everything that it has acknowledged, and carries out nothing else in part',
    async () => {
      try {
        while (run.kills < KILLS) await run.round();
        await run.completeDeliveries();
      } finally {
        const seconds = (performance.now() - begun) / 1000;
        const engine = `${ENGINE}${ON_REDIS ? ' on Redis' : ''}`;
        if (process.env.TEST_CRASH_KILLS) process.stdout.write(describeRun(engine, SEED, run, seconds));
      }
    },
    KILLS * ROUND_TIMEOUT_MS,
  );

  it('has delivered each order to a webhook, and again if the webhook’s answer was lost', () => {
    const { requests, events } = run.deliveries.counts;
    expect(events).toBeGreaterThan(0);
    expect(requests).toBeGreaterThan(events);
  });

  // How long a start takes depends on the machine. But a start must not wait, for example for a lock of the previous
  // process.
  it('is ready again without waiting', () => {
    expect(run.startsMs).toHaveLength(1 + KILLS);
    expect(run.waits).toEqual([]);
  });

  it('has sent requests of every kind', () => {
    const done = Object.fromEntries([...run.traffic.counts].map(([kind, { done }]) => [kind, done]));
    expect(CHANGES.filter((kind) => !done[kind])).toEqual([]);
  });
});
