// A built server of its own: on SQLite in a temporary folder, or on a MariaDB or MySQL server that is gone afterwards.
import { createConnection } from 'mysql2/promise';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../scripts/build.mjs';
import { startPrivateMysql } from '../scripts/private-mysql.mjs';
import { startPrivateRedis } from '../scripts/private-redis.mjs';

export const DATABASES = ['sqlite', 'mysql'];

export const main = (app) => join(import.meta.dirname, '..', 'dist', 'apps', app, 'src', 'main.js');
const MYSQL_SETTINGS = [
  // As in docker-compose.yml: the servers' own default of 128 MiB does not hold a million cards.
  '--innodb-buffer-pool-size=1G',
  // What is answered is on the disk.
  '--innodb-flush-log-at-trx-commit=1',
];
const ADMIN = { email: 'owner@example.com', password: 'correct horse battery' };

/**
 * Starts a server with applications of an apply file: `{ url, pid, application, admin, stop }`, with the first of them.
 * @param applications one, or a list
 * @param options.database sqlite or mysql
 * @param options.redis whether sessions and nonces are kept in a Redis
 * @param options.env more settings
 * @param options.prepare is called before the server starts, with its environment and the application
 */
export async function startServer(
  applications,
  { database = 'sqlite', redis: onRedis = false, env: more = {}, prepare } = {},
) {
  build();
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const mysql = database === 'mysql' ? await startMysql() : undefined;
  const redis = onRedis ? await startRedis() : undefined;
  const env = {
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
  const [created] = JSON.parse(applied.stdout).applications;
  await prepare?.(env, created);

  const child = spawn(process.execPath, [main('server')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  let url;
  while (!url) {
    const [chunk] = await once(child.stdout, 'data');
    log += chunk;
    url = /client API (http:\/\/\S+?)\/api/.exec(log)?.[1];
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await removeDatabase();
  };
  return { url, pid: child.pid, application: created, admin: ADMIN, stop };
}

async function startMysql() {
  const mysql = await startPrivateMysql(MYSQL_SETTINGS);
  if (!mysql) throw new Error('There is no MariaDB or MySQL on this machine');
  const connection = await createConnection(mysql.url);
  await connection.query('CREATE DATABASE latchkey');
  await connection.end();
  const url = new URL(mysql.url);
  url.pathname = '/latchkey';
  return { ...mysql, url: url.href };
}

async function startRedis() {
  const redis = await startPrivateRedis();
  if (!redis) throw new Error('There is no Redis on this machine');
  return redis;
}
