// Runs the session keepers of all SDKs for an hour. Meanwhile the server is frozen, restarted, moved to another host,
// slowed and cut off. Each second, the test compares the state that each keeper shows with the state that it must show.
//   npm run test:soak                         an hour, all SDKs whose toolchain is installed
//   npm run test:soak -- go lua --minutes 10  some SDKs by their folders, for 10 minutes, and longer if not
//                                             every kind of fault has occurred by then
//   npm run test:soak -- --seed 1234          another order and other lengths of the faults
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
if (!(Number(values.minutes) >= 0)) {
  process.stderr.write(`--minutes must be a number of at least 0, not ${values.minutes}\n`);
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), '--sdks', '--soak', ...positionals],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_SOAK_MINUTES: values.minutes, TEST_SOAK_SEED: values.seed },
  },
);
process.exitCode = status ?? 1;
