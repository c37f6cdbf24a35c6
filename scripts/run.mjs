// Runs an app of this repository, built first where it has to be: node scripts/run.mjs <server|cli> [arguments]
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';

const [app, ...args] = process.argv.slice(2);
build();

const main = join(import.meta.dirname, '..', 'dist', 'apps', app, 'src', 'main.js');
const settings = existsSync('.env') ? ['--env-file=.env'] : [];
const child = spawn(process.execPath, [...settings, '--enable-source-maps', main, ...args], {
  stdio: 'inherit',
});
// The terminal sends Ctrl-C to both; this process stays until the server has finished its requests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0);
});
