import { closeSync, openSync, readSync, statSync } from 'node:fs';

/**
 * Reads a regular file. Refuses devices and pipes, which might never end.
 * @throws Error that describes what is wrong with the file
 */
export function readBoundedFile(path: string, maxBytes: number): string {
  if (!statSync(path).isFile()) throw new Error(`it is not a regular file: ${path}`);
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes: ${path}`);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}
