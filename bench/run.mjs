// Benchmarks against the real server: npm run bench -- heartbeat [--json] [--database sqlite|mysql] [--redis]
import { parseArgs } from 'node:util';
import { adminListsCase } from './cases/admin-lists.mjs';
import { backupCase } from './cases/backup.mjs';
import { cardJobCase } from './cases/card-job.mjs';
import { functionCase } from './cases/function.mjs';
import { heartbeatCase, heartbeatLargeCase } from './cases/heartbeat.mjs';
import { loginCase } from './cases/login.mjs';
import { panelListsCase } from './cases/panel-lists.mjs';
import { DATABASES } from './server.mjs';

const CASES = {
  heartbeat: heartbeatCase,
  'heartbeat-large': heartbeatLargeCase,
  login: loginCase,
  function: functionCase,
  'card-job': cardJobCase,
  'admin-lists': adminListsCase,
  'panel-lists': panelListsCase,
  backup: backupCase,
};
const ALL = 'all';

const { names, json, database, redis } = readArguments();
for (const name of names) {
  const { details = [], ...results } = await CASES[name]({ database, redis });
  const summary = { case: name, database, redis, ...results };
  if (json) for (const line of [...details, summary]) console.log(JSON.stringify(line));
  else for (const table of [details, [summary]]) if (table.length > 0) console.table(table);
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        database: { type: 'string', default: 'sqlite' },
        redis: { type: 'boolean', default: false },
      },
    });
    const names = positionals.flatMap((name) => (name === ALL ? Object.keys(CASES) : name));
    const isKnown = names.every((name) => name in CASES) && DATABASES.includes(values.database);
    if (names.length > 0 && isKnown) return { names, ...values };
  } catch {
    // said below
  }
  const names = [...Object.keys(CASES), ALL].join('|');
  console.error(`Usage: npm run bench -- <${names}> [--json] [--database ${DATABASES.join('|')}] [--redis]`);
  process.exit(1);
}
