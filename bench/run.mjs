// Benchmarks against the real server: npm run bench -- card-job [--json] [--database sqlite|mysql]
import { parseArgs } from 'node:util';
import { cardJobCase } from './cases/card-job.mjs';
import { functionCase } from './cases/function.mjs';
import { DATABASES } from './server.mjs';

const CASES = { 'card-job': cardJobCase, function: functionCase };

const { names, json, database } = readArguments();
for (const name of names) {
  const result = { case: name, database, ...(await CASES[name]({ database })) };
  if (json) console.log(JSON.stringify(result));
  else console.table([result]);
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
