// Runs the tests: unit, end-to-end on SQLite, and end-to-end on MySQL or MariaDB where one can be had, which is
// TEST_DATABASE_URL or a server binary on this machine.
//   npm test                    everything
//   npm test -- --sqlite login  one engine, files whose path contains "login"
//   --require-mysql             fail when the MySQL half cannot run
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from './build.mjs';
import { startPrivateMysql } from './private-mysql.mjs';

const HALVES = { '--unit': 'unit', '--sqlite': 'e2e sqlite', '--mysql': 'e2e mysql' };
const args = process.argv.slice(2);
const asked = Object.keys(HALVES).filter((half) => args.includes(half));
const requireMysql = args.includes('--require-mysql') || args.includes('--mysql');
const jestArgs = args.filter((arg) => !(arg in HALVES) && arg !== '--require-mysql');
const wants = (half) => asked.length === 0 || asked.includes(half);

build();
const mysql = wants('--mysql') ? await mysqlForTests() : undefined;
if (wants('--mysql') && !mysql) {
  say('MySQL/MariaDB: not tested (set TEST_DATABASE_URL, or install mariadb-server)');
  if (requireMysql) process.exit(1);
}
const halves = Object.keys(HALVES).filter((half) => wants(half) && (half !== '--mysql' || mysql));
say(`Testing: ${halves.map((half) => HALVES[half]).join(', ')}${mysql ? ` (${mysql.name})` : ''}`);

const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-node-snapshot',
    '--disable-warning=ExperimentalWarning',
    join('node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects',
    ...halves.map((half) => HALVES[half]),
    '--maxWorkers=2',
    '--passWithNoTests=false',
    ...jestArgs,
  ],
  { stdio: 'inherit', env: { ...process.env, ...(mysql && { TEST_DATABASE_URL: mysql.url }) } },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
const [code] = await once(jest, 'exit');
await mysql?.stop();
say(`Ran: ${halves.map((half) => HALVES[half]).join(', ')}`);
process.exitCode = code ?? 1;

async function mysqlForTests() {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { name: 'TEST_DATABASE_URL', url, stop: async () => {} } : startPrivateMysql();
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
