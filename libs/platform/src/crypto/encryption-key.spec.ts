import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecurityConfig } from '../config/security.config.js';
import { StartupError } from '../startup-error.js';
import { loadEncryptionKey } from './encryption-key.js';

const security = (encryptionKey?: string) => Object.assign(new SecurityConfig(), { encryptionKey });

describe('loadEncryptionKey', () => {
  let folder: string;
  let keyFile: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-key-'));
    keyFile = join(folder, 'secret.key');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes a key file of 32 random bytes in base64, readable only by its owner', () => {
    const before = process.umask(0);
    try {
      const key = loadEncryptionKey(security(), folder);
      expect(key).toHaveLength(32);
      expect(readFileSync(keyFile, 'utf8').trim()).toBe(key.toString('base64'));
      expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(before);
    }
  });

  it('makes another key for another installation', () => {
    const key = loadEncryptionKey(security(), folder);
    expect(loadEncryptionKey(security(), join(folder, 'other'))).not.toEqual(key);
  });

  it('reuses the key file and leaves it unchanged', () => {
    const key = loadEncryptionKey(security(), folder);
    const text = readFileSync(keyFile, 'utf8');
    expect(loadEncryptionKey(security(), folder)).toEqual(key);
    expect(readFileSync(keyFile, 'utf8')).toBe(text);
  });

  it('creates the data folder if missing', () => {
    loadEncryptionKey(security(), join(folder, 'a/b'));
    expect(existsSync(join(folder, 'a/b/secret.key'))).toBe(true);
  });

  it('uses ENCRYPTION_KEY, with or without padding, and creates no file', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte));
    expect(loadEncryptionKey(security(key.toString('base64')), folder)).toEqual(key);
    expect(loadEncryptionKey(security(key.toString('base64').replace('=', '')), folder)).toEqual(key);
    expect(existsSync(keyFile)).toBe(false);
  });

  it('accepts a key file with white space around the key', () => {
    const key = Buffer.alloc(32, 7);
    writeFileSync(keyFile, `\n${key.toString('base64')}\n`);
    expect(loadEncryptionKey(security(), folder)).toEqual(key);
  });

  it('in production, refuses a key file that others can read, unless ACCEPT_WEAK lists the key', () => {
    const production = Object.assign(security(), { isProduction: true });
    const key = loadEncryptionKey(production, folder);
    chmodSync(keyFile, 0o604);
    expect(() => loadEncryptionKey(production, folder)).toThrow(`chmod 600 ${keyFile}`);
    expect(loadEncryptionKey(security(), folder)).toEqual(key);
    const accepting = Object.assign(security(), { isProduction: true, acceptWeak: ['ENCRYPTION_KEY'] });
    expect(loadEncryptionKey(accepting, folder)).toEqual(key);
    chmodSync(keyFile, 0o640);
    expect(loadEncryptionKey(production, folder)).toEqual(key);
  });

  it.each([
    ['empty', ''],
    ['too short', Buffer.alloc(31).toString('base64')],
    ['too long', Buffer.alloc(33).toString('base64')],
  ])('reports a key file that is %s, and does not replace it', (_, text) => {
    writeFileSync(keyFile, text);
    expect(() => loadEncryptionKey(security(), folder)).toThrow(StartupError);
    expect(() => loadEncryptionKey(security(), folder)).toThrow(keyFile);
    expect(readFileSync(keyFile, 'utf8')).toBe(text);
  });
});
