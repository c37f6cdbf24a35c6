import { statfsSync } from 'node:fs';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The space of the disk that a folder is on, as this account may use it; undefined when the folder is not there. */
export function diskSpace(folder: string): DiskSpace | undefined {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
