import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Returns the lines of a backup without their line feeds. */
export function linesOf(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
}

/** Writes a copy of a backup with changed lines. */
export function rewrite(path: string, copy: string, change: (lines: string[]) => string[]): void {
  writeFileSync(copy, gzipSync(`${change(linesOf(path)).join('\n')}\n`));
}
