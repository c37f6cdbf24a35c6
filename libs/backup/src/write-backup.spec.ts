import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { BackupHeader } from './header.js';
import { writeBackup } from './write-backup.js';

const HEADER: BackupHeader = {
  format: 'latchkey-backup',
  version: 1,
  product: '1.0.0',
  taken_at: '2026-01-15T00:00:00Z',
  engine: 'sqlite',
  key: '0123456789abcdef',
  migrations: [],
  tables: [{ name: 'cards', columns: ['card'], rows: 1 }],
};

describe('writeBackup', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-backup-'));
    path = join(folder, 'backup.jsonl.gz');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param meanwhile is called after the backup has begun */
  const write = (meanwhile: () => void = () => undefined) =>
    writeBackup(path, HEADER, Buffer.alloc(32), () => {
      meanwhile();
      return [['CARD']];
    });
  const content = () => gunzipSync(readFileSync(path)).toString();

  it('leaves only the complete file', async () => {
    await write();
    expect(content()).toMatch(/^\{"format":.*\}\n\["CARD"\]\n\{"seal":"\w+"\}\n$/);
    expect(readdirSync(folder)).toEqual(['backup.jsonl.gz']);
  });

  it('does not overwrite a file that was created meanwhile', async () => {
    const written = write(() => writeFileSync(path, 'another backup'));
    await expect(written).rejects.toThrow(`There is a file ${path} already`);
    expect(readFileSync(path, 'utf8')).toBe('another backup');
    expect(readdirSync(folder)).toEqual(['backup.jsonl.gz']);
  });

  it('reports a folder that was created meanwhile', async () => {
    await expect(write(() => mkdirSync(path))).rejects.toThrow(`There is a folder ${path} already`);
    expect(readdirSync(folder)).toEqual(['backup.jsonl.gz']);
  });

  it('renames the file if it cannot be linked', async () => {
    // Nothing can be linked to this name, although there is no file.
    symlinkSync(join(folder, 'missing'), path);
    await write();
    expect(content()).toContain('CARD');
    expect(readdirSync(folder)).toEqual(['backup.jsonl.gz']);
  });
});
