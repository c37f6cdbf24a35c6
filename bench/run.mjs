// Benchmarks against the real server: npm run bench -- function [--json]
import { functionCase } from './cases/function.mjs';

const CASES = { function: functionCase };

const names = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const unknown = names.filter((name) => !(name in CASES));
if (unknown.length > 0 || names.length === 0) {
  console.error(`Usage: npm run bench -- <${Object.keys(CASES).join('|')}> [--json]`);
  process.exit(1);
}
for (const name of names) {
  const result = { case: name, ...(await CASES[name]()) };
  if (process.argv.includes('--json')) console.log(JSON.stringify(result));
  else console.table([result]);
}
