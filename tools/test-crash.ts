// Kills the server under load many times on each database, and reports the executed requests and the lost changes.
//   npm run test:crash                        50 kills each on SQLite, MySQL/MariaDB, and MySQL/MariaDB with Redis
//   npm run test:crash -- --kills 10 --mysql  10 kills on one database: --sqlite, --mysql or --mysql-redis
//   npm run test:crash -- --seed 1234         repeats an earlier run. The seed determines the requests and the times of
//                                             the kills, but not how requests interleave in the server
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const RUNS = { sqlite: ['--sqlite'], mysql: ['--mysql'], 'mysql-redis': ['--mysql', '--on-redis'] };
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    sqlite: flag,
    mysql: flag,
    'mysql-redis': flag,
  },
});
const names = Object.keys(RUNS) as (keyof typeof RUNS)[];
const asked = names.filter((name) => values[name]);
const env = { ...process.env, TEST_CRASH_KILLS: values.kills, TEST_CRASH_SEED: values.seed };

for (const name of asked.length > 0 ? asked : names) {
  const args = [join(import.meta.dirname, 'test.ts'), ...RUNS[name], 'process/crash'];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}
