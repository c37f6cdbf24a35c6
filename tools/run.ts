// Runs an app of this repository, and builds it first if necessary: tools/run.ts <server|cli> [arguments]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.ts';

const [app = 'server'] = process.argv.splice(2, 1);
const main = join(import.meta.dirname, '..', 'dist', 'apps', app, 'src', 'main.js');
build();
if (existsSync('.env')) process.loadEnvFile('.env');
if (process.platform === 'win32') {
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(main).href);
} else {
  // A fresh process holds nothing of this one, which has loaded a compiler of TypeScript.
  const { execPath, execArgv } = process;
  process.execve!(execPath, [execPath, ...execArgv, '--enable-source-maps', main, ...process.argv.slice(2)]);
}
