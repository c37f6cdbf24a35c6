import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8's compilers to machine code. The code of a start runs once: compiling it gains nothing, and leaves 13 MB of
 * compilers and their work in memory. With `--jitless`, V8 has neither WebAssembly nor compilers: Node would crash.
 */
const COMPILERS = 'WebAssembly' in globalThis ? ['sparkplug', 'maglev', 'opt'] : [];

/** Makes V8 interpret all code until `freeStartupMemory`. */
export function pauseCompilers(): void {
  for (const compiler of COMPILERS) setFlagsFromString(`--no-${compiler}`);
}

/**
 * Returns the memory of the start to the system, about 70 MB, and lets V8 compile from now on. V8 would keep the memory
 * as long as the server has little to do.
 */
export function freeStartupMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof gc>;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  for (const compiler of COMPILERS) setFlagsFromString(`--${compiler}`);
}
