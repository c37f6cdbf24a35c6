// Breaks each part of an installation under load. The installation has three servers behind HAProxy. Its database is
// three nodes of MariaDB Galera or of a MySQL group, behind another HAProxy. Redis has a primary, a replica and three
// sentinels. The test reports how long nobody was served, and fails if an acknowledged change was lost. It cuts links
// between the parts only if root runs it on Linux with MariaDB. In this case, each part runs in a network namespace.
//   npm run test:ha                  all faults once, and pairs of them
//   npm run test:ha -- --rounds 5    five times, each in another order
//   npm run test:ha -- --seed 1234   repeats an earlier order and its requests
//   npm run test:ha -- --only 'cut'  the faults whose names match this regular expression
//   npm run test:ha -- --redis cluster   three primaries of a Redis Cluster with a replica each, instead of sentinels
//   MYSQLD=... npm run test:ha -- --database group-replication   MySQL instead of MariaDB
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'galera' },
    redis: { type: 'string', default: 'sentinel' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
if (!(Number(values.rounds) >= 1)) {
  process.stderr.write(`--rounds must be a number of at least 1, not ${values.rounds}\n`);
  process.exit(1);
}
if (!['galera', 'group-replication'].includes(values.database)) {
  process.stderr.write(`--database must be galera or group-replication, not ${values.database}\n`);
  process.exit(1);
}
if (!['sentinel', 'cluster'].includes(values.redis)) {
  process.stderr.write(`--redis must be sentinel or cluster, not ${values.redis}\n`);
  process.exit(1);
}
for (let round = 0; round < Number(values.rounds); round++) {
  const seed = round === 0 ? values.seed : `${values.seed}-${round}`;
  const { status } = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, 'test.ts'),
      '--mysql',
      `--${values.database}`,
      `many-processes/${values.database}`,
      'many-processes/private-network',
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_HA_SEED: seed, TEST_HA_ONLY: values.only, TEST_HA_REDIS: values.redis },
    },
  );
  if (status !== 0) process.exitCode = 1;
}
