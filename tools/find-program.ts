import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Returns the path of a program, or undefined. Debian keeps servers in /usr/sbin, which is in root's path alone. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** Returns the path of a Chromium: the variable CHROMIUM, or the first that is found. */
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
