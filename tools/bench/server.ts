// Starts a built server for a benchmark, on SQLite in a temporary folder or on a temporary MariaDB or MySQL server.
import { createConnection } from 'mysql2/promise';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../build.ts';
import { startPrivateMysql } from '../private-mysql.ts';
import { startPrivateRedis } from '../private-redis.ts';

export const DATABASES = ['sqlite', 'mysql'] as const;

export interface ServerOptions {
  database?: (typeof DATABASES)[number];
  /** Keeps sessions and nonces in Redis. */
  redis?: boolean;
  /** Size of InnoDB's buffer pool in GiB. Its default of 128 MiB is too small for a million cards. */
  bufferPoolGb?: number;
  /** Further settings. */
  env?: NodeJS.ProcessEnv;
  /** Called before the server starts. */
  prepare?: (env: Environment) => Promise<void>;
}

/** Options of a benchmark. */
export interface BenchOptions extends ServerOptions {
  /** Number of cards. If omitted, each case uses its own number. */
  cards?: number;
  /** Number of sessions of the case `sessions`. */
  sessions?: number;
}

export type Environment = NodeJS.ProcessEnv & { DATA_DIR: string };

/** Key and secret of an application. */
export interface Application {
  app_key: string;
  app_secret: string;
}

export interface Server {
  url: string;
  pid: number;
  /** URL of MySQL or MariaDB. */
  databaseUrl: string | undefined;
  /** First application of the apply file. */
  application: Application;
  /** All applications of the apply file. */
  applications: Application[];
  admin: { email: string; password: string };
  env: Environment;
  /**
   * Stops the server and starts it again; `url` and `pid` change.
   * @param meanwhile runs before the start
   * @returns seconds from the start of the process until it served requests
   */
  restart(meanwhile?: () => Promise<void>): Promise<number>;
  stop(): Promise<void>;
}

/** The main file of a built app. */
export const main = (app: 'server' | 'cli') =>
  join(import.meta.dirname, '../../dist/apps', app, 'src/main.js');
const ADMIN = { email: 'owner@example.com', password: 'correct horse battery' };

/** Starts a server, after `latchkey apply` has created one or more applications. */
export async function startServer(
  applications: object | object[],
  { database = 'sqlite', redis: onRedis = false, bufferPoolGb = 1, env: more = {}, prepare }: ServerOptions,
): Promise<Server> {
  build();
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const mysql = database === 'mysql' ? await startMysql(bufferPoolGb) : undefined;
  const redis = onRedis ? await startRedis() : undefined;
  const env: Environment = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: mysql?.url ?? '',
    REDIS_URL: redis?.url ?? '',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    PORT: '0',
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'info',
    ...more,
  };
  const removeDatabase = async () => {
    await mysql?.stop();
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const applied = spawnSync(process.execPath, [main('cli'), 'apply', '--new', '-'], {
    env,
    input: JSON.stringify({ applications: [applications].flat() }),
    encoding: 'utf8',
  });
  if (applied.status !== 0) {
    await removeDatabase();
    throw new Error(applied.stderr);
  }
  const { applications: created } = JSON.parse(applied.stdout) as { applications: [Application] };
  await prepare?.(env);

  let running = await launch(env);
  const end = async () => {
    running.child.kill('SIGTERM');
    await once(running.child, 'exit');
  };
  const server: Server = {
    url: running.url,
    pid: running.child.pid!,
    databaseUrl: mysql?.url,
    application: created[0],
    applications: created,
    admin: ADMIN,
    env,
    restart: async (meanwhile) => {
      await end();
      await meanwhile?.();
      const began = performance.now();
      running = await launch(env);
      Object.assign(server, { url: running.url, pid: running.child.pid! });
      return (performance.now() - began) / 1000;
    },
    stop: async () => {
      await end();
      await removeDatabase();
    },
  };
  return server;
}

/** Starts the server process, and waits until it serves requests. */
async function launch(env: Environment) {
  const child = spawn(process.execPath, [main('server')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  let url: string | undefined;
  while (!url) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    log += chunk.toString();
    url = /client API (http:\/\/\S+?)\/api/.exec(log)?.[1];
  }
  return { child, url };
}

async function startMysql(bufferPoolGb: number) {
  const mysql = await startPrivateMysql([
    `--innodb-buffer-pool-size=${bufferPoolGb}G`,
    // Commits wait for the disk, as in production.
    '--innodb-flush-log-at-trx-commit=1',
    // Required for bulk inserts.
    '--local-infile=ON',
  ]);
  if (!mysql) throw new Error('There is no MariaDB or MySQL on this machine');
  const connection = await createConnection(mysql.url);
  await connection.query('CREATE DATABASE latchkey');
  await connection.end();
  const url = new URL(mysql.url);
  url.pathname = '/latchkey';
  return { url: url.href, stop: () => mysql.stop() };
}

async function startRedis() {
  const redis = await startPrivateRedis();
  if (!redis) throw new Error('There is no Redis on this machine');
  return redis;
}
