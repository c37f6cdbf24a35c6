// Runs an app of this repository, and builds it first if necessary: tools/run.ts <server|cli> [arguments]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.ts';

const [app = 'server'] = process.argv.splice(2, 1);
build();
if (existsSync('.env')) process.loadEnvFile('.env');
await import(pathToFileURL(join(import.meta.dirname, '..', 'dist', 'apps', app, 'src', 'main.js')).href);
