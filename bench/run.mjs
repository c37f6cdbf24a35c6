// Benchmarks against the real server: npm run bench -- card-job [--json] [--database sqlite|mysql]
import { parseArgs } from 'node:util';
import { adminListsCase } from './cases/admin-lists.mjs';
import { cardJobCase } from './cases/card-job.mjs';
import { functionCase } from './cases/function.mjs';
import { panelListsCase } from './cases/panel-lists.mjs';
import { DATABASES } from './server.mjs';

const CASES = {
  'admin-lists': adminListsCase,
  'card-job': cardJobCase,
  function: functionCase,
  'panel-lists': panelListsCase,
};

const { names, json, database } = readArguments();
for (const name of names) {
  const { details = [], ...results } = await CASES[name]({ database });
  const summary = { case: name, database, ...results };
  if (json) for (const line of [...details, summary]) console.log(JSON.stringify(line));
  else for (const table of [details, [summary]]) if (table.length > 0) console.table(table);
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean' }, database: { type: 'string', default: 'sqlite' } },
    });
    const isKnown = positionals.every((name) => name in CASES) && DATABASES.includes(values.database);
    if (positionals.length > 0 && isKnown) return { names: positionals, ...values };
  } catch {
    // said below
  }
  const names = Object.keys(CASES).join('|');
  console.error(`Usage: npm run bench -- <${names}> [--json] [--database ${DATABASES.join('|')}]`);
  process.exit(1);
}
