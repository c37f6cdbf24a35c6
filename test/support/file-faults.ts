import { ApplyError, parseApplyFile } from '@app/apply';

/** Returns the faults of a file for `latchkey apply`, which is an object or a text; empty if it is valid. */
export function fileFaults(file: unknown): readonly string[] {
  try {
    parseApplyFile(typeof file === 'string' ? file : JSON.stringify(file));
    return [];
  } catch (error) {
    if (error instanceof ApplyError) return error.faults;
    throw error;
  }
}
