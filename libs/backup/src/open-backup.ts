import { timingSafeEqual } from 'node:crypto';
import { errorCode, errorMessage, fileFault, StartupError } from '@app/platform';
import {
  areKnownMigrations,
  type BackupHeader,
  type BackupTable,
  FORMAT,
  FORMAT_VERSION,
  type Seal,
} from './header.js';
import { createSeal, keyFingerprint } from './derived-keys.js';
import { readLines } from './read-lines.js';

const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 1024 * 1024;

/** A batch of rows of one table, each a JSON array. */
interface RowBatch {
  readonly table: BackupTable;
  readonly lines: readonly Buffer[];
}

/** A verified backup that matches the encryption key. */
export interface Backup {
  readonly header: BackupHeader;
  /** Returns all rows from the beginning. Fails at the end if the file has changed since its verification. */
  batches(): AsyncIterable<RowBatch>;
}

/**
 * Opens a backup and reads it completely, so that a damaged backup is rejected before any work starts.
 * @param key the encryption key for the secrets in the backup
 * @throws StartupError if the file cannot be read, was altered, comes from a newer version, or requires a different key
 */
export async function openBackup(path: string, key: Buffer): Promise<Backup> {
  const header = await readHeader(path);
  requireKnown(header);
  requireKey(header, key);
  const batches = () => readBatches(path, header, key);
  for await (const _ of batches());
  return { header, batches };
}

async function readHeader(path: string): Promise<BackupHeader> {
  const lines = readLines(path);
  try {
    const { value } = await lines.next();
    const header = JSON.parse(String(value)) as BackupHeader | null;
    if (header?.format === FORMAT && Array.isArray(header.migrations) && Array.isArray(header.tables)) {
      return header;
    }
  } catch (error) {
    if (isOfSystem(error)) throw new StartupError(`The backup cannot be read: ${fileFault(path, error)}`);
    // A valid gzip header shows that the file is a damaged backup rather than a file of another kind.
    if (errorCode(error).startsWith('Z_') && !errorMessage(error).includes('incorrect header check')) {
      throw altered(path, errorMessage(error));
    }
  } finally {
    await close(lines);
  }
  throw new StartupError(`${path} is not a Latchkey backup`);
}

function requireKnown({ version, product, migrations }: BackupHeader): void {
  if (version <= FORMAT_VERSION && areKnownMigrations(migrations)) return;
  throw new StartupError(
    `The backup was made by a newer version of Latchkey (${product}). Restore it with that version.`,
  );
}

function requireKey({ key: wanted }: BackupHeader, key: Buffer): void {
  const fingerprint = keyFingerprint(key);
  if (wanted === fingerprint) return;
  throw new StartupError(
    `The backup requires the encryption key with the fingerprint ${wanted}, but the key here has ${fingerprint}. ` +
      'First install the ENCRYPTION_KEY or the file DATA_DIR/secret.key of the server that was backed up.',
  );
}

async function* readBatches(path: string, header: BackupHeader, key: Buffer): AsyncGenerator<RowBatch> {
  const hmac = createSeal(key);
  const lines = readLines(path);
  const read = () =>
    lines.next().catch((error: unknown) => {
      throw altered(path, errorMessage(error));
    });
  const next = async () => {
    const { value } = await read();
    if (value === undefined) throw altered(path, 'its end is missing');
    return value;
  };
  try {
    hmac.update(await next());
    for (const table of header.tables) {
      for (let left = table.rows; left > 0;) {
        const batch = await readBatch(next, left);
        for (const line of batch) hmac.update(line);
        left -= batch.length;
        yield { table, lines: batch };
      }
    }
    if (!isSeal(await next(), hmac.digest())) throw altered(path, 'its seal does not match');
    if (!(await read()).done) throw altered(path, 'data follows its end');
  } finally {
    await close(lines);
  }
}

async function readBatch(next: () => Promise<Buffer>, most: number): Promise<Buffer[]> {
  const batch: Buffer[] = [];
  for (let bytes = 0; batch.length < Math.min(most, ROWS_AT_ONCE) && bytes < BYTES_AT_ONCE;) {
    const line = await next();
    batch.push(line);
    bytes += line.length;
  }
  return batch;
}

/** Closes the file, even if the unread part is damaged. */
async function close(lines: AsyncGenerator<Buffer>): Promise<void> {
  await lines.return(undefined).catch(() => undefined);
}

function altered(path: string, why: string): StartupError {
  return new StartupError(`The backup ${path} is damaged or was altered: ${why}. Use another one.`);
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function isSeal(line: Buffer, digest: Buffer): boolean {
  try {
    const { seal } = JSON.parse(line.toString()) as Seal;
    return timingSafeEqual(Buffer.from(seal, 'hex'), digest);
  } catch {
    return false;
  }
}
