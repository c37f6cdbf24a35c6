// Benchmarks against the real server: npm run bench -- heartbeat [--json] [--database sqlite|mysql] [--redis]
// Sessions at any scale: npm run bench -- sessions --sessions 1000000
import { parseArgs } from 'node:util';
import { adminListsCase } from './bench/cases/admin-lists.ts';
import { backupCase } from './bench/cases/backup.ts';
import { cardJobCase } from './bench/cases/card-job.ts';
import { consumeCase } from './bench/cases/consume.ts';
import { dashboardCase } from './bench/cases/dashboard.ts';
import { functionCase } from './bench/cases/function.ts';
import { heartbeatCase, heartbeatEd25519Case, heartbeatLargeCase } from './bench/cases/heartbeat.ts';
import { loginCase } from './bench/cases/login.ts';
import { ordersCase } from './bench/cases/orders.ts';
import { panelListsCase } from './bench/cases/panel-lists.ts';
import { searchCase } from './bench/cases/search.ts';
import { sessionsCase } from './bench/cases/sessions.ts';
import { DATABASES, type ServerOptions } from './bench/server.ts';

/** Measured values by name, and the individual runs in `details`. */
type Results = object & { details?: object[] };

const CASES: Record<string, (options: ServerOptions & { sessions?: number }) => Promise<Results>> = {
  heartbeat: heartbeatCase,
  'heartbeat-ed25519': heartbeatEd25519Case,
  'heartbeat-large': heartbeatLargeCase,
  login: loginCase,
  consume: consumeCase,
  function: functionCase,
  'card-job': cardJobCase,
  orders: ordersCase,
  'admin-lists': adminListsCase,
  'panel-lists': panelListsCase,
  dashboard: dashboardCase,
  search: searchCase,
  sessions: sessionsCase,
  backup: backupCase,
};
const ALL = 'all';

const { names, json, database, redis, sessions } = readArguments();
for (const name of names) {
  const { details = [], ...results } = await CASES[name]!({ database, redis, sessions });
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
        sessions: { type: 'string' },
      },
    });
    const names = positionals.flatMap((name) => (name === ALL ? Object.keys(CASES) : name));
    const database = DATABASES.find((name) => name === values.database);
    const sessions = values.sessions === undefined ? undefined : Number(values.sessions);
    const isCount = sessions === undefined || (Number.isInteger(sessions) && sessions >= 100);
    if (names.length > 0 && names.every((name) => name in CASES) && database && isCount)
      return { ...values, names, database, sessions };
  } catch {
    // reported below
  }
  const names = [...Object.keys(CASES), ALL].join('|');
  const options = `[--json] [--database ${DATABASES.join('|')}] [--redis] [--sessions <number, from 100>]`;
  console.error(`Usage: npm run bench -- <${names}> ${options}`);
  process.exit(1);
}
