import { randomUUID } from 'node:crypto';
import { createWriteStream, statSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Value } from '@app/database';
import { fileFault, StartupError } from '@app/platform';
import type { BackupHeader, Seal } from './header.js';
import { createSeal } from './derived-keys.js';

const CHUNK_CHARACTERS = 256 * 1024;

type Rows = Iterable<Value[]> | AsyncIterable<Value[]>;

/**
 * Refuses to overwrite a file.
 * @throws StartupError
 */
export function requireFree(path: string): void {
  let there;
  try {
    there = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw notWritten(path, error);
  }
  if (there) throw new StartupError(`There is a ${there.isDirectory() ? 'folder' : 'file'} ${path} already`);
}

/**
 * Writes a backup. The file gets its final name only when it is complete and on disk.
 * @param rowsOf returns the rows of a table by its index in the header
 * @throws StartupError when the file cannot be written, or there is a file with its name
 */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  key: Buffer,
  rowsOf: (table: number) => Rows,
): Promise<void> {
  // The temporary name does not contain the final name, which may already have the maximum length.
  const draft = join(dirname(path), `${randomUUID()}.part`);
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(sealed(inChunks(linesOf(header, rowsOf)), key), createGzip(), file);
    await moveToFree(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw file.errored !== null && file.errored === error ? notWritten(path, error) : error;
  }
}

/** Renames the draft. In contrast to `rename`, `link` never overwrites a file that was created meanwhile. */
async function moveToFree(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch {
    requireFree(path);
    // The file system has no links.
    await rename(draft, path).catch((error: unknown) => {
      throw notWritten(path, error);
    });
    return;
  }
  // The backup is complete, even if its first name cannot be deleted.
  await rm(draft).catch(() => undefined);
}

function notWritten(path: string, error: unknown): StartupError {
  return new StartupError(`The backup cannot be written: ${fileFault(path, error)}`);
}

async function* linesOf(header: BackupHeader, rowsOf: (table: number) => Rows): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  for (const [index, { name, rows }] of header.tables.entries()) {
    let count = 0;
    for await (const row of rowsOf(index)) {
      count += 1;
      yield `${JSON.stringify(row)}\n`;
    }
    if (count !== rows) throw new Error(`Only ${count} of ${rows} rows of the table ${name} were read`);
  }
}

/** Joins lines into chunks, since the streams would be slow with millions of single lines. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}

async function* sealed(chunks: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  const hmac = createSeal(key);
  for await (const chunk of chunks) {
    hmac.update(chunk);
    yield chunk;
  }
  const last: Seal = { seal: hmac.digest('hex') };
  yield Buffer.from(`${JSON.stringify(last)}\n`);
}
