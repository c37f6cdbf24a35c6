// Loaded into a server process with NODE_OPTIONS=--import: on SIGWINCH it collects garbage and reports the remaining
// memory. The server itself is unaware of this.
import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGWINCH', () => {
  for (let i = 0; i < 3; i++) collect();
  writeSync(1, `MEMORY ${JSON.stringify(process.memoryUsage())} END\n`);
});
