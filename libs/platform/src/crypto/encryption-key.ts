import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SecurityConfig } from '../config/security.config.js';
import { mayBeWeak } from '../config/weak-settings.js';
import { errorMessage } from '../error-message.js';
import { makeFolder } from '../make-folder.js';
import { ConfigurationError } from '../startup-error.js';

const KEY_BYTES = 32;
const KEY_FILE = 'secret.key';
/** File mode bits for users who are neither the owner nor in the group. */
const OTHERS = 0o007;

/**
 * Returns the 32-byte key that encrypts the secrets in the database: `ENCRYPTION_KEY`, or the content of the key file
 * `secret.key` in the data folder. The first start creates this file, readable only by its owner.
 */
export function loadEncryptionKey(security: SecurityConfig, dataDir: string): Buffer {
  if (security.encryptionKey === undefined) createWhereMissing(join(dataDir, KEY_FILE));
  return findEncryptionKey(security, dataDir)!;
}

/** Like `loadEncryptionKey`, but never creates a key: returns `undefined` if there is none. */
export function findEncryptionKey(security: SecurityConfig, dataDir: string): Buffer | undefined {
  if (security.encryptionKey !== undefined) return Buffer.from(security.encryptionKey, 'base64');
  const path = join(dataDir, KEY_FILE);
  const text = read(path);
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  if (!mayBeWeak(security, 'ENCRYPTION_KEY') && isOpenToOthers(path)) {
    throw new ConfigurationError(
      `Other accounts on this machine can read the key file ${path}. Run: chmod 600 ${path}`,
    );
  }
  if (key.length !== KEY_BYTES) {
    throw new ConfigurationError(
      `The key file ${path} does not contain ${KEY_BYTES} bytes in base64. Restore it from a backup.`,
    );
  }
  return key;
}

function createWhereMissing(path: string): void {
  try {
    if (!existsSync(path)) create(path);
  } catch (error) {
    throw new ConfigurationError(`The key file ${path} cannot be created: ${errorMessage(error)}`);
  }
}

function read(path: string): string | undefined {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  } catch (error) {
    throw new ConfigurationError(`The key file ${path} cannot be read: ${errorMessage(error)}`);
  }
}

/** True if other users can read the file. Always false on Windows, where the file mode does not show this. */
function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0;
}

/**
 * Creates the key file atomically. If two servers start for the first time concurrently, both use the same, complete
 * key.
 */
function create(path: string): void {
  makeFolder(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  const key = randomBytes(KEY_BYTES).toString('base64');
  try {
    writeFileSync(draft, key, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
