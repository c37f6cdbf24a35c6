import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../core/platform.js';

/** Stores each text in a file of a folder that only this user can read. */
export function folderStore(folder: string): Store {
  return {
    read: (name) => readFile(join(folder, name), 'utf8').catch(() => undefined),
    write: (name, text) => put(folder, name, text, rename),
    writeNew: (name, text) => put(folder, name, text, renameNew),
  };
}

async function put(
  folder: string,
  name: string,
  text: string,
  place: (from: string, to: string) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // If the program is killed in the meantime, either the old or the new file remains.
  const part = join(folder, `${name}.${randomUUID()}`);
  try {
    // Node before 20.10 ignores `flush`.
    await writeFile(part, text, { mode: 0o600, flag: 'wx', flush: true });
    await place(part, join(folder, name));
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Renames a file, or deletes it if another file has the new name. */
async function renameNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // Such as on a file system without links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return rename(from, to);
  }
  await rm(from);
}

/** The user's folder for an application. */
export function usualFolder(appKey: string): string {
  // An empty variable counts as unset. Otherwise the folder would depend on where the program was started.
  const { LOCALAPPDATA, XDG_DATA_HOME } = process.env;
  const home = homedir();
  switch (process.platform) {
    case 'win32':
      return join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Latchkey', appKey);
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Latchkey', appKey);
    default:
      return join(XDG_DATA_HOME || join(home, '.local', 'share'), 'latchkey', appKey);
  }
}
