import { statfsSync } from 'node:fs';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Returns the disk space of a folder that this account can use, or `undefined` if the folder does not exist. */
export function diskSpace(folder: string): DiskSpace | undefined {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
