import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns the memory that only the start needed to the system, about 70 MB. V8 would keep it as long as the server has
 * little to do.
 */
export function freeStartupMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof gc>;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
