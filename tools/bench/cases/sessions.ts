import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { freePort } from '../../private-server.ts';
import { openForBulk } from '../bulk-insert.ts';
import { fillRedis } from '../fill-redis.ts';
import { compare, cpuSeconds, residentMb } from '../load/compare.ts';
import { type LoadGenerator, type LoadResult, startGenerator } from '../load/generator.ts';
import { type BenchOptions, type Environment, type Server, startServer } from '../server.ts';
import { APPLICATION, heartbeatOf, isLate, rowsOfCards, sessionRows } from '../sessions.ts';

const DEFAULT_SESSIONS = 100_000;
/**
 * Maximum number of sessions that send heartbeats repeatedly. The other sessions are only stored; without Redis, those
 * that are not late also send one heartbeat each.
 */
const SAMPLE = 100_000;
const CONNECTIONS = 64;
/** Maximum number of calls that are passed to the load generator at once. */
const CALLS_AT_A_TIME = 50_000;
const RUN_SEC = 5;
/**
 * Seconds for which heartbeats are sent while Redis writes a snapshot. Each heartbeat changes pages of memory, which
 * must then be copied.
 */
const COPY_RUN_SEC = 2;
const LOOK_EVERY_MS = 250;
/** Number of runs of the expiry job. The first run ends the late sessions; the other runs find none. */
const EXPIRY_RUNS = 4;
const SAVED_MS = 1500;
const SLOW_JOB_SEC = 0.05;
const MB = 1 << 20;

/** Ids of the processes whose CPU time is measured, keyed by name. */
type Pids = Record<string, number>;

/**
 * Measures the CPU time and memory that a given number of sessions needs. With Redis, all sessions are stored in Redis,
 * and a random sample of them sends heartbeats. Without Redis, the server reads each session from the database at its
 * first heartbeat, and answers further heartbeats from memory.
 */
export async function sessionsCase({ sessions = DEFAULT_SESSIONS, ...options }: BenchOptions) {
  const now = Date.now();
  const active = options.redis ? sampleOf(sessions) : [...numbered(sessions)].filter((i) => !isLate(i));
  const sample = options.redis ? active : active.slice(0, SAMPLE);
  const metricsPort = await freePort();
  let redis: Redis | undefined;
  let prepared = 0;
  const stored: Record<string, number> = {};

  const server = await startServer(APPLICATION, {
    ...options,
    bufferPoolGb: 1 + Math.floor(sessions / 10_000_000),
    env: { METRICS_PORT: String(metricsPort) },
    prepare: async (env) => {
      redis = env.REDIS_URL ? new Redis(env.REDIS_URL) : undefined;
      const empty = redis && (await usedMemory(redis));
      const begun = performance.now();
      const took = (name: string) => () => (stored[name] = secondsSince(begun));
      await Promise.all([
        insert(env, sessions, active, now).then(took('insert_s')),
        redis && fillRedis(env, sessions, now).then(took('fill_redis_s')),
      ]);
      if (redis) stored.redis_bytes_per_session = Math.round(((await usedMemory(redis)) - empty!) / sessions);
      Object.assign(stored, await tableSizes(env));
      prepared = performance.now();
    },
  });
  const load = new Load(server, await pidsOf(server, redis));
  try {
    const start_s = secondsSince(prepared);
    const rss_started_mb = residentMb(server.pid);
    const jobs = await watchJobs(metricsPort);
    const [ending_s, ...expiry] = jobs['session-expiry']!;

    const first = redis ? undefined : await load.measure(active);
    const rss_loaded_mb = residentMb(server.pid);
    const calls = sample.map(heartbeatOf);
    const compared = await compare(server, calls, calls);
    const later = await load.measure(sample, RUN_SEC);
    const copy = redis && (await copyRedis(redis, () => load.send(sample, COPY_RUN_SEC)));
    const emptied = redis && (await emptyRedis(redis), await load.measure(sample));
    const slow = Object.entries(jobs)
      .map(([name, seconds]) => ({ job: name, runs: seconds.length, slowest_s: Math.max(...seconds) }))
      .filter(({ slowest_s }) => slowest_s >= SLOW_JOB_SEC);
    return {
      sessions,
      ...stored,
      start_s,
      rss_started_mb,
      ...(first && prefixed('first_', first)),
      rss_loaded_mb,
      ...compared,
      ...prefixed('later_', later),
      expiry_ms: Math.round(1000 * Math.max(...expiry)),
      ended: Math.floor(sessions / 100),
      ending_s,
      ...copy,
      ...(emptied && prefixed('emptied_', emptied)),
      failures: compared.failures + load.failures,
      ...(load.firstFailure && { first_failure: load.firstFailure }),
      details: slow,
    };
  } finally {
    await load.stop();
    redis?.disconnect();
    await server.stop();
  }
}

/** Inserts all sessions, and the cards of the sessions that the server will read. */
async function insert(env: Environment, sessions: number, active: readonly number[], now: number) {
  const database = await openForBulk(env);
  await database.insert('cards', rowsOfCards(active, now));
  await database.insert('sessions', sessionRows(sessions, now));
  await database.close();
}

/** Returns random sessions that are not late, in random order. */
function sampleOf(sessions: number): number[] {
  const sample = new Set<number>();
  while (sample.size < Math.min(SAMPLE, sessions / 2)) {
    const i = Math.floor(Math.random() * sessions);
    if (!isLate(i)) sample.add(i);
  }
  return [...sample];
}

function* numbered(count: number): Generator<number> {
  for (let i = 0; i < count; i++) yield i;
}

/** Sends heartbeats to a server and collects the refusals. */
class Load {
  private readonly server: Server;
  private readonly pids: Pids;
  private readonly generator: LoadGenerator = startGenerator();
  failures = 0;
  firstFailure: string | undefined;

  constructor(server: Server, pids: Pids) {
    this.server = server;
    this.pids = pids;
  }

  /**
   * Measures the CPU time per heartbeat.
   * @param seconds how long heartbeats are sent; by default one heartbeat is sent for each session
   */
  async measure(sessions: readonly number[], seconds?: number): Promise<Record<string, number>> {
    const before = Object.entries(this.pids).map(([name, pid]) => ({ name, pid, cpu: cpuSeconds(pid) }));
    const begun = performance.now();
    const sent = await this.send(sessions, seconds);
    const rps = Math.round(sent / secondsSince(begun));
    // Waits until the server has written the times of these heartbeats to the database, since this takes CPU time too.
    await setTimeout(SAVED_MS);
    const cpu = before.map(({ name, pid, cpu }) => [
      `${name}_cpu_us`,
      Math.round((1e6 * (cpuSeconds(pid) - cpu)) / sent),
    ]);
    return { rps, ...(Object.fromEntries(cpu) as Record<string, number>) };
  }

  /** @returns the number of heartbeats */
  async send(sessions: readonly number[], seconds?: number): Promise<number> {
    if (seconds !== undefined) return Math.round((await this.run(sessions, seconds)).rps * seconds);
    for (let from = 0; from < sessions.length; from += CALLS_AT_A_TIME)
      await this.run(sessions.slice(from, from + CALLS_AT_A_TIME));
    return sessions.length;
  }

  stop(): Promise<void> {
    return this.generator.stop();
  }

  private async run(sessions: readonly number[], seconds?: number): Promise<LoadResult> {
    const { url, application } = this.server;
    const calls = sessions.map(heartbeatOf);
    const result = await this.generator.run({ url, application, calls, connections: CONNECTIONS, seconds });
    this.failures += result.failures;
    this.firstFailure ??= result.firstFailure;
    return result;
  }
}

/** Makes Redis write a snapshot (as for a new replica) while heartbeats change its data. */
async function copyRedis(redis: Redis, load: () => Promise<number>) {
  await redis.bgsave();
  const heartbeats = await load();
  while ((await infoOf(redis, 'persistence', 'rdb_bgsave_in_progress')) > 0) await setTimeout(LOOK_EVERY_MS);
  const copied = await infoOf(redis, 'persistence', 'rdb_last_cow_size');
  return {
    redis_fork_ms: Math.round((await infoOf(redis, 'stats', 'latest_fork_usec')) / 1000),
    redis_copy_s: await infoOf(redis, 'persistence', 'rdb_last_bgsave_time_sec'),
    redis_copy_mb: Math.round(copied / MB),
    redis_copy_heartbeats: heartbeats,
  };
}

/** Empties Redis without blocking it. */
async function emptyRedis(redis: Redis): Promise<void> {
  await redis.flushall('ASYNC');
  while ((await infoOf(redis, 'memory', 'lazyfree_pending_objects')) > 0) await setTimeout(LOOK_EVERY_MS);
}

/** Waits until the expiry job has run a few times. Returns the durations of each job's runs, in seconds. */
async function watchJobs(port: number): Promise<Record<string, number[]>> {
  const runs: Record<string, { at: string; seconds: number[] }> = {};
  while ((runs['session-expiry']?.seconds.length ?? 0) < EXPIRY_RUNS) {
    await setTimeout(LOOK_EVERY_MS);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const durations = new Map(samplesOf(text, 'latchkey_job_last_duration_seconds'));
    for (const [name, at] of samplesOf(text, 'latchkey_job_last_run_timestamp_seconds')) {
      if (Number(at) === 0 || runs[name]?.at === at) continue;
      runs[name] = { at, seconds: [...(runs[name]?.seconds ?? []), Number(durations.get(name))] };
    }
  }
  return Object.fromEntries(Object.entries(runs).map(([name, { seconds }]) => [name, seconds]));
}

function samplesOf(metrics: string, metric: string): [name: string, value: string][] {
  const lines = metrics.matchAll(new RegExp(`^${metric}\\{.*?name="([^"]+)".*?\\} (\\S+)`, 'gm'));
  return [...lines].map(([, name, value]) => [name!, value!]);
}

async function pidsOf(server: Server, redis: Redis | undefined): Promise<Pids> {
  const pids: Pids = { server: server.pid };
  if (redis) pids.redis = await infoOf(redis, 'server', 'process_id');
  if (server.databaseUrl) {
    const connection = await createConnection(server.databaseUrl);
    const [[row]] = (await connection.query('SELECT @@pid_file AS file')) as unknown as [[{ file: string }]];
    pids.database = Number(readFileSync(row.file, 'utf8'));
    await connection.end();
  }
  return pids;
}

/** Returns the bytes per row of each table, including indexes; nothing for SQLite, which does not report sizes. */
async function tableSizes({ DATABASE_URL }: Environment): Promise<Record<string, number>> {
  if (!DATABASE_URL) return {};
  const connection = await createConnection(DATABASE_URL);
  await connection.query('ANALYZE TABLE cards, sessions');
  const sizes: Record<string, number> = {};
  for (const table of ['cards', 'sessions']) {
    const [[row]] = (await connection.query(
      `SELECT (data_length + index_length) / (SELECT COUNT(*) FROM ${table}) AS bytes
       FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?`,
      [table],
    )) as unknown as [[{ bytes: string }]];
    sizes[`${table}_bytes_per_row`] = Math.round(Number(row.bytes));
  }
  await connection.end();
  return sizes;
}

function usedMemory(redis: Redis): Promise<number> {
  return infoOf(redis, 'memory', 'used_memory');
}

async function infoOf(redis: Redis, section: string, name: string): Promise<number> {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(await redis.info(section))?.[1]);
}

function prefixed(prefix: string, values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
}

function secondsSince(begun: number): number {
  return Number(((performance.now() - begun) / 1000).toFixed(1));
}
