import { statfsSync } from 'node:fs';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Returns the size of a folder's disk and the space free for this account; `undefined` if the folder is missing. */
export function diskSpace(folder: string): DiskSpace | undefined {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
