import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SecurityConfig } from '../config/security.config.js';
import { StartupError } from '../startup-error.js';

const KEY_BYTES = 32;

/**
 * The 32-byte key that application secrets are encrypted with: `ENCRYPTION_KEY`, or else the key file
 * `secret.key` in the data folder, which the first start creates, readable by its owner alone.
 */
export function loadEncryptionKey(security: SecurityConfig, dataDir: string): Buffer {
  if (security.encryptionKey !== undefined) return Buffer.from(security.encryptionKey, 'base64');
  const path = join(dataDir, 'secret.key');
  const key = Buffer.from(readOrCreate(path), 'base64');
  if (key.length !== KEY_BYTES) {
    throw new StartupError(
      `The key file ${path} does not hold ${KEY_BYTES} bytes in base64. Restore it from a backup.`,
    );
  }
  return key;
}

function readOrCreate(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  try {
    // "wx" makes the file only where there is none, so that of two first starts one key wins.
    writeFileSync(path, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
