import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

describe('makeFolder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-folder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('creates a folder and its parents for this user alone', () => {
    const inner = join(folder, 'one', 'two');
    makeFolder(inner);
    makeFolder(inner);
    expect([inner, join(folder, 'one')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it('fails in a folder that takes no entries, instead of trying forever', () => {
    expect(() => makeFolder('/proc/latchkey/data')).toThrow(/\/proc\/latchkey/);
  });

  it('fails below a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, 'file', 'data'))).toThrow('ENOTDIR');
  });
});
