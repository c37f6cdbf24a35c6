// A built server of its own on SQLite in a temporary folder.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../scripts/build.mjs';

const main = (app) => join(import.meta.dirname, '..', 'dist', 'apps', app, 'src', 'main.js');

/** Starts a server with one application of an apply file: `{ url, application, stop }`. */
export async function startServer(application) {
  build();
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    PORT: '0',
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'info',
  };
  const applied = spawnSync(process.execPath, [main('cli'), 'apply', '-'], {
    env,
    input: JSON.stringify({ applications: [application] }),
    encoding: 'utf8',
  });
  if (applied.status !== 0) throw new Error(applied.stderr);

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
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, application: JSON.parse(applied.stdout).applications[0], stop };
}
