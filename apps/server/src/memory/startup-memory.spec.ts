import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../../../dist/apps/server/src/memory/startup-memory.js');

/** Runs a function often enough to be compiled, before and after the start, and prints whether it is compiled. */
const RUN = `
  import { freeStartupMemory, pauseCompilers } from '${FILE}';
  const OPTIMIZED = 1 << 4;
  const status = () => (%GetOptimizationStatus(work) & OPTIMIZED) !== 0;
  const work = (i) => i % 7;
  const repeat = () => { for (let i = 0; i < 1e6; i++) work(i); };
  pauseCompilers();
  repeat();
  const before = status();
  freeStartupMemory();
  // V8 compiles in another thread.
  do repeat(); while (!process.execArgv.includes('--jitless') && !status());
  console.log(before, status());`;

it.each([
  ['compiles only after the start', [], 'false true'],
  ['never compiles with --jitless', ['--jitless'], 'false false'],
])('V8 %s', (_, options, compiled) => {
  const args = [...options, '--allow-natives-syntax', '--input-type=module', '-e', RUN];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 });
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${compiled}\n` });
});
