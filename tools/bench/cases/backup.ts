import { createConnection } from 'mysql2/promise';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Shop } from '../shop/open-shop.ts';
import { startHeartbeats } from '../heartbeats.ts';
import { runCommand } from '../run-command.ts';
import type { Environment } from '../server.ts';
import { percentile } from '../statistics.ts';

const WARM_UP_MS = 3000;
const QUIET_MS = 5000;

/** Measures a backup of all rows during heartbeats, and its restore into an empty database. */
export async function backupCase({ server }: Shop) {
  const heartbeats = await startHeartbeats(server);
  await setTimeout(WARM_UP_MS);
  await heartbeats.take();
  await setTimeout(QUIET_MS);
  const quiet = await heartbeats.take();
  const file = join(server.env.DATA_DIR, 'backup.jsonl.gz');
  const backup = await runCommand(server.env, 'backup', file);
  const during = await heartbeats.take();
  await heartbeats.stop();
  const restore = await runCommand(await emptyDatabase(server.env), 'restore', file);
  return {
    rows: Number(/holds (\d+) rows/.exec(backup.said)?.[1]),
    file_mb: Math.round(statSync(file).size / 1e6),
    backup_s: backup.seconds,
    backup_peak_mb: backup.peakMb,
    restore_s: restore.seconds,
    restore_peak_mb: restore.peakMb,
    heartbeats: during.times.length,
    p99_ms: percentile(during.times, 0.99),
    max_ms: percentile(during.times, 1),
    quiet_p99_ms: percentile(quiet.times, 0.99),
    quiet_max_ms: percentile(quiet.times, 1),
    failures: during.failures + quiet.failures,
  };
}

/**
 * Creates an empty database beside the existing one. Both databases are deleted at the end, with the data folder or
 * with the private database server.
 */
async function emptyDatabase(env: Environment): Promise<Environment> {
  const folder = join(env.DATA_DIR, 'restored');
  mkdirSync(folder);
  if (!env.DATABASE_URL) return { ...env, DATA_DIR: folder };
  const connection = await createConnection(env.DATABASE_URL);
  await connection.query('CREATE DATABASE restored');
  await connection.end();
  const url = new URL(env.DATABASE_URL);
  url.pathname = '/restored';
  return { ...env, DATABASE_URL: url.href, DATA_DIR: folder };
}
