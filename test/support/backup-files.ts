import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The lines of a backup, without their line feeds. */
export function linesOf(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
}

/** Writes a copy of a backup in which the lines are others. */
export function rewrite(path: string, copy: string, change: (lines: string[]) => string[]): void {
  writeFileSync(copy, gzipSync(`${change(linesOf(path)).join('\n')}\n`));
}
