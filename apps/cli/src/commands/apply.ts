import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { ApplyError, ApplyService, parseApplyFile } from '@app/apply';
import { migrate } from '@app/database';
import { fileFault, SystemClock } from '@app/platform';
import { type OptionalFirst, withContext } from '../context.js';

/** `latchkey apply FILE`: applies a file and prints the resulting state as JSON on standard output. */
export async function apply(path: string, mayBeFirst: OptionalFirst): Promise<void> {
  const file = parseApplyFile(await readInput(path));
  const result = await withContext(mayBeFirst, async ({ config, dataSource, secrets }) => {
    await migrate(dataSource);
    return new ApplyService(dataSource, secrets, new SystemClock(), config).apply(file);
  });
  console.log(JSON.stringify(result, null, 2));
}

async function readInput(path: string): Promise<string> {
  if (path === '-') return text(process.stdin);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ApplyError([`The file cannot be read: ${fileFault(path, error)}`]);
  }
}
