// Runs the tests: unit tests, end-to-end tests on SQLite and on MySQL or MariaDB, the panel in Chromium, and the SDKs.
// A part whose program is not installed is skipped with a message.
//   npm test                    all parts
//   npm test -- --sqlite login  one part (or --unit, --mysql, --panel, --sdks), only files with "login" in their path
//   npm run test:sdks -- go     the part --sdks for some of the SDKs, named by their folders in sdks
//   --write-table               writes the results of the SDKs into the table in sdks/README.md
//   --require-all               fails if a part is skipped
//   --screenshots               saves screenshots of the panel's pages in the folder screenshots
//   --fuzz                      runs only the suites of test/e2e/hostile, with FUZZ_RUNS requests of each kind
//                               (default: 10,000); FUZZ_SEED selects other requests
//   --soak                      runs only the long test of the SDKs' session keepers, see test-soak.ts
//   --galera                    fails if a program that MariaDB Galera needs is missing, see test-ha.ts
//   --group-replication         fails if a program that MySQL Group Replication needs is missing
//   --on-redis                  end-to-end tests keep sessions and nonces in Redis instead of in memory
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';
import { findChromium, findProgram } from './find-program.ts';
import { migrateTemplates } from './migrated-databases.ts';
import { findGroupReplication, startPrivateMysql } from './private-mysql.ts';
import { startPrivateRedis } from './private-redis.ts';
import { findSdks, isInstalled, prepare, writeConformanceTable } from './sdks.ts';
import type { Sdk } from '../sdks/conformance/sdks.ts';

const PARTS: Record<string, string> = {
  '--unit': 'unit',
  '--sqlite': 'e2e sqlite',
  '--mysql': 'e2e mysql',
  '--panel': 'panel',
  '--sdks': 'sdks',
};
const FUZZ_PARTS: Record<string, string> = { '--sqlite': 'fuzz sqlite', '--mysql': 'fuzz mysql' };
/** The database clusters. They are tested only if HAProxy and Redis are installed. */
const CLUSTERS = ['--galera', '--group-replication'];
const OWN = new Set([
  '--require-all',
  '--screenshots',
  '--on-redis',
  '--fuzz',
  '--soak',
  ...CLUSTERS,
  '--write-table',
  ...Object.keys(PARTS),
]);
const args = process.argv.slice(2);
const isFuzz = args.includes('--fuzz');
const isSoak = args.includes('--soak');
const choice = isFuzz ? FUZZ_PARTS : PARTS;
const asked = Object.keys(choice).filter((part) => args.includes(part));
/** All SDKs. Arguments can select some of them by name. */
const sdks = findSdks();
const isSdk = (arg: string) => args.includes('--sdks') && sdks.some(({ name }) => name === arg);
const jestArgs = args.filter((arg) => !OWN.has(arg) && !isSdk(arg));
const onRedis = args.includes('--on-redis');
const wants = (part: string) => part in choice && (asked.length === 0 || asked.includes(part));

build(asked.join() === '--sdks' ? { only: ['server', 'SDKs'] } : {});
const chromium = wants('--panel') ? findChromium() : undefined;
if (wants('--panel') && !chromium) {
  leaveOut(
    'The panel: not tested (set CHROMIUM to the path of Chromium or Chrome, or install chromium-headless-shell)',
    '--panel',
  );
}
const proxies = wants('--sqlite') || wants('--mysql') ? ['haproxy', 'nginx', 'caddy'] : [];
const found: Record<string, string> = {};
for (const proxy of proxies) {
  const program = findProgram(proxy);
  if (program) found[`TEST_${proxy.toUpperCase()}`] = program;
  else
    leaveOut(
      `Servers behind ${proxy}: not tested (install ${proxy})`,
      ...(proxy === 'haproxy' ? CLUSTERS : []),
    );
}
const galera = '/usr/lib/galera/libgalera_smm.so';
if (wants('--mysql') && existsSync(galera)) found.TEST_GALERA = galera;
else if (wants('--mysql'))
  leaveOut('A cluster of MariaDB: not tested (install mariadb-server and galera-4)', '--galera');
const groupProgram = wants('--mysql') ? findGroupReplication() : undefined;
if (groupProgram) found.TEST_GROUP_REPLICATION = groupProgram;
else if (wants('--mysql')) {
  // Debian stable has no MySQL, so --require-all does not require it.
  say('A group of MySQL: not tested (set MYSQLD to the path of a mysqld with group_replication.so)');
  if (args.includes('--group-replication')) process.exit(1);
}
// Only root can create the network namespaces in which links are cut.
if (wants('--mysql') && process.getuid?.() !== 0)
  say('Servers with cut links between them: not tested (run the tests as root)');
else if (wants('--mysql') && !findProgram('ip'))
  leaveOut('Servers with cut links between them: not tested (install iproute2)');
for (const { language, check, packages } of wants('--sqlite') ? quickStarts() : []) {
  if (spawnSync(check[0], check.slice(1)).status === 0) continue;
  leaveOut(`The quick start in ${language}: not tested (install ${packages})`);
}
const builtSdks = wants('--sdks') ? await buildSdks() : [];
const mysql = wants('--mysql') ? await serverFor('TEST_DATABASE_URL', startPrivateMysql) : undefined;
if (wants('--mysql') && !mysql) {
  leaveOut('MySQL/MariaDB: not tested (set TEST_DATABASE_URL, or install mariadb-server)', '--mysql');
}
const needsRedis = asked.join() !== '--sdks';
const redis = needsRedis ? await serverFor('TEST_REDIS_URL', startPrivateRedis) : undefined;
if (needsRedis && !redis)
  leaveOut('Redis: not tested (set TEST_REDIS_URL, or install redis-server)', '--on-redis', ...CLUSTERS);

const needed: Record<string, unknown> = {
  '--mysql': mysql,
  '--panel': chromium,
  '--sdks': builtSdks.length > 0,
};
const parts = Object.keys(choice)
  .filter((part) => wants(part) && (!(part in needed) || needed[part]))
  .flatMap((part) => (part === '--sdks' ? sdkParts() : choice[part]!));
/** The file into which jest writes the results as JSON. */
const results = args.includes('--write-table')
  ? join(tmpdir(), `latchkey-sdks-${process.pid}.json`)
  : undefined;
// More workers than processors, since suites often wait for databases, processes and browsers, and suites of the SDKs
// also for heartbeats.
const workers = Math.min(6, availableParallelism() + (builtSdks.length > 0 ? 4 : 2));
const needsDatabase = asked.join() !== '--unit';
const templates = needsDatabase ? await migrateTemplates(mysql?.url) : undefined;
const servers = [mysql, redis].flatMap((server) => server?.name ?? []);
say(`Testing: ${parts.join(', ')} (${servers.join(', ') || 'no server'})`);

const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-node-snapshot',
    '--disable-warning=ExperimentalWarning',
    join('node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects',
    ...parts,
    `--maxWorkers=${workers}`,
    '--workerIdleMemoryLimit=2GB',
    '--passWithNoTests=false',
    ...(results === undefined ? [] : ['--json', `--outputFile=${results}`]),
    ...jestArgs,
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(templates && { TEST_TEMPLATES: templates }),
      ...(mysql && { TEST_DATABASE_URL: mysql.url }),
      ...(chromium && { TEST_CHROMIUM: chromium }),
      ...(redis && { TEST_REDIS_URL: redis.url }),
      ...found,
      ...(builtSdks.length > 0 && { TEST_SDKS: JSON.stringify(builtSdks) }),
      ...(isFuzz && { FUZZ_RUNS: process.env.FUZZ_RUNS ?? '10000' }),
      ...(onRedis && { TEST_ON_REDIS: 'yes' }),
      ...(args.includes('--screenshots') && { TEST_SCREENSHOTS: 'yes' }),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => jest.kill(signal));
const [code] = (await once(jest, 'exit')) as [number | null];
await mysql?.stop();
await redis?.stop();
if (templates) rmSync(templates, { recursive: true });
if (results !== undefined) await writeConformanceTable(results, builtSdks);
say(`Ran: ${parts.join(', ')}`);
process.exitCode = code ?? 1;

interface TestedServer {
  name: string;
  url: string;
  stop(): Promise<void>;
}

/** Returns the languages of docs/quick-start, with the commands that check whether they are installed. */
function quickStarts() {
  return JSON.parse(readFileSync(new URL('../test/support/quick-start.json', import.meta.url), 'utf8'));
}

/** Returns the jest projects that test the SDKs. */
function sdkParts(): string[] {
  return isSoak ? ['soak'] : [...builtSdks.map(({ name }) => `sdk ${name}`), 'soak'];
}

/** Builds in parallel the SDKs that were asked for, except those whose language is not installed. */
async function buildSdks(): Promise<Sdk[]> {
  const chosen = sdks.filter(({ name }) => args.includes(name));
  const installed = (chosen.length > 0 ? chosen : sdks).filter((sdk) => {
    if (isInstalled(sdk)) return true;
    leaveOut(`The SDK for ${sdk.language}: not tested (install ${sdk.packages})`);
    return false;
  });
  for (const { language, extras = [] } of installed) {
    for (const extra of extras.filter((each) => !isInstalled(each)))
      leaveOut(`The SDK for ${language}, ${extra.name}: not tested (install ${extra.packages})`);
  }
  return Promise.all(installed.map(prepare));
}

/** Returns the server that an environment variable names, or starts a private server. */
async function serverFor(variable: string, start: () => Promise<TestedServer | undefined>) {
  const url = process.env[variable];
  return url ? { name: variable, url, stop: async () => {} } : start();
}

/** Reports that a part is not tested. Fails if one of `options` or --require-all was given. */
function leaveOut(text: string, ...options: string[]) {
  say(text);
  if (options.some((option) => args.includes(option)) || args.includes('--require-all')) process.exit(1);
}

function say(text: string) {
  process.stderr.write(`${text}\n`);
}
