import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Programs in order of preference. The first is a Chromium that has no window. In a window, Chromium also loads its
 * built-in pages, which take a second of CPU time for each simulated visitor.
 */
const CHROMIUM = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Returns the path of a program, or `undefined`. The search includes /usr/sbin, where Debian installs servers: only
 * root's PATH contains this folder.
 */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** Returns the path of Chromium: the value of the variable CHROMIUM, or the first installed Chromium. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM || CHROMIUM.map(findProgram).find(Boolean);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
