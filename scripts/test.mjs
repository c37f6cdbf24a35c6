// Runs the tests: unit; end-to-end on SQLite; end-to-end on MySQL or MariaDB where one can be had, which is
// TEST_DATABASE_URL or a server binary on this machine; and the panel in a Chromium, where there is one.
//   npm test                    everything
//   npm test -- --sqlite login  one part, files whose path contains "login"
//   --require-mysql, --require-chromium   fail when that part cannot run
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { build } from './build.mjs';
import { findChromium } from './find-chromium.mjs';
import { startPrivateMysql } from './private-mysql.mjs';

const PARTS = { '--unit': 'unit', '--sqlite': 'e2e sqlite', '--mysql': 'e2e mysql', '--panel': 'panel' };
const REQUIREMENTS = ['--require-mysql', '--require-chromium'];
const args = process.argv.slice(2);
const asked = Object.keys(PARTS).filter((part) => args.includes(part));
const jestArgs = args.filter((arg) => !(arg in PARTS) && !REQUIREMENTS.includes(arg));
const wants = (part) => asked.length === 0 || asked.includes(part);

build();
const chromium = wants('--panel') ? findChromium() : undefined;
if (wants('--panel') && !chromium) {
  leaveOut(
    'The panel: not tested (set CHROMIUM to a Chromium or Chrome, or install chromium)',
    '--panel',
    'chromium',
  );
}
const mysql = wants('--mysql') ? await mysqlForTests() : undefined;
if (wants('--mysql') && !mysql) {
  leaveOut(
    'MySQL/MariaDB: not tested (set TEST_DATABASE_URL, or install mariadb-server)',
    '--mysql',
    'mysql',
  );
}
const found = { '--mysql': mysql, '--panel': chromium };
const parts = Object.keys(PARTS)
  .filter((part) => wants(part) && (!(part in found) || found[part]))
  .map((part) => PARTS[part]);
say(`Testing: ${parts.join(', ')}${mysql ? ` (${mysql.name})` : ''}`);

const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-node-snapshot',
    '--disable-warning=ExperimentalWarning',
    join('node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects',
    ...parts,
    '--maxWorkers=2',
    '--passWithNoTests=false',
    ...jestArgs,
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(mysql && { TEST_DATABASE_URL: mysql.url }),
      ...(chromium && { TEST_CHROMIUM: chromium }),
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
const [code] = await once(jest, 'exit');
await mysql?.stop();
say(`Ran: ${parts.join(', ')}`);
process.exitCode = code ?? 1;

async function mysqlForTests() {
  const url = process.env.TEST_DATABASE_URL;
  return url ? { name: 'TEST_DATABASE_URL', url, stop: async () => {} } : startPrivateMysql();
}

/** Says what is not tested; fails when it was asked for or is required. */
function leaveOut(text, part, requirement) {
  say(text);
  if (args.includes(part) || args.includes(`--require-${requirement}`)) process.exit(1);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
