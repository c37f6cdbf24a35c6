import { expect } from '@jest/globals';
import type { Finished } from './server-process.js';

/** Expects one readable message on standard error that contains all of these words, and no stack trace. */
export function expectStartupFault({ code, stdout, stderr }: Finished, words: string[], status = 78): void {
  for (const part of words) expect(stderr).toContain(part);
  expect(code).toBe(status);
  expect(stderr + stdout).not.toMatch(/^\s+at |node:internal|\.js:\d+|\.ts:\d+/m);
  const [, ...more] = stderr.trim().split('\n');
  expect(more.filter((line) => !line.startsWith('  - '))).toEqual([]);
}
