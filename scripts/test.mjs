// Runs the tests: unit, end-to-end on SQLite, and end-to-end on MySQL or MariaDB where one can be had, which is
// TEST_DATABASE_URL or a server binary on this machine.
//   npm test                    everything
//   npm test -- --sqlite login  one engine, files whose path contains "login"
//   --require-mysql             fail when the MySQL half cannot run
//   --require-redis             fail when what several processes share cannot be tested
//   --on-redis                  end-to-end tests keep their sessions and nonces in the Redis instead of in memory
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from './build.mjs';
import { startPrivateMysql } from './private-mysql.mjs';
import { startPrivateRedis } from './private-redis.mjs';

const HALVES = { '--unit': 'unit', '--sqlite': 'e2e sqlite', '--mysql': 'e2e mysql' };
const args = process.argv.slice(2);
const asked = Object.keys(HALVES).filter((half) => args.includes(half));
const requireMysql = args.includes('--require-mysql') || args.includes('--mysql');
const onRedis = args.includes('--on-redis');
const requireRedis = onRedis || args.includes('--require-redis');
const OWN = new Set(['--require-mysql', '--require-redis', '--on-redis', ...Object.keys(HALVES)]);
const jestArgs = args.filter((arg) => !OWN.has(arg));
const wants = (half) => asked.length === 0 || asked.includes(half);

build();
const mysql = wants('--mysql') ? await mysqlForTests() : undefined;
if (wants('--mysql') && !mysql) {
  say('MySQL/MariaDB: not tested (set TEST_DATABASE_URL, or install mariadb-server)');
  if (requireMysql) process.exit(1);
}
const redis = await redisForTests();
if (!redis) {
  say('Redis: not tested (set TEST_REDIS_URL, or install redis-server)');
  if (requireRedis) process.exit(1);
}
const halves = Object.keys(HALVES).filter((half) => wants(half) && (half !== '--mysql' || mysql));
const servers = [mysql, redis].filter(Boolean).map(({ name }) => name);
say(`Testing: ${halves.map((half) => HALVES[half]).join(', ')} (${servers.join(', ') || 'no server'})`);

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
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(mysql && { TEST_DATABASE_URL: mysql.url }),
      ...(redis && { TEST_REDIS_URL: redis.url }),
      ...(onRedis && { TEST_ON_REDIS: 'yes' }),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
const [code] = await once(jest, 'exit');
await mysql?.stop();
await redis?.stop();
say(`Ran: ${halves.map((half) => HALVES[half]).join(', ')}`);
process.exitCode = code ?? 1;

async function mysqlForTests() {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { name: 'TEST_DATABASE_URL', url, stop: async () => {} } : startPrivateMysql();
}

async function redisForTests() {
  const url = process.env.TEST_REDIS_URL;
  return url ? { name: 'TEST_REDIS_URL', url, stop: async () => {} } : startPrivateRedis();
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
