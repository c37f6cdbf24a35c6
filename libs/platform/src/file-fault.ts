import { errorCode, errorMessage } from './error-message.js';

const WORDS: Record<string, string> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
};

/** Returns the path of a file with a readable reason why the system refused access to the file. */
export function fileFault(path: string, error: unknown): string {
  const code = errorCode(error);
  return `${path}: ${WORDS[code] ?? errorMessage(error)}`;
}
