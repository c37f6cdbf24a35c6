import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, StartupError } from '@app/platform';
import { restrictFileMode } from './restrict-file-mode.js';

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('restrictFileMode', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-modes-'));
    path = join(folder, 'latchkey.sqlite');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (mode: number, suffix = '') => {
    writeFileSync(path + suffix, '');
    chmodSync(path + suffix, mode);
  };

  it('makes the database and its side files private, and reports it', () => {
    file(0o644);
    file(0o646, '-wal');
    file(0o600, '-shm');
    const words = restrictFileMode(path, loadConfig({}));
    expect(words).toEqual([expect.stringContaining('(mode 644)'), expect.stringContaining('(mode 646)')]);
    for (const suffix of ['', '-wal', '-shm']) expect(modeOf(path + suffix)).toBe(0o600);
    expect(restrictFileMode(path, loadConfig({}))).toEqual([]);
  });

  it('keeps the rights of a group, and creates no file', () => {
    expect(restrictFileMode(path, loadConfig({}))).toEqual([]);
    file(0o640);
    expect(restrictFileMode(path, loadConfig({}))).toEqual([]);
    expect(modeOf(path)).toBe(0o640);
  });

  // Nobody, not even root, can change the mode of files in Linux's /proc.
  (process.platform === 'linux' ? it : it.skip)(
    'in production, refuses a file whose mode it cannot change',
    () => {
      symlinkSync('/proc/self/status', path);
      const production = { NODE_ENV: 'production' };
      expect(() => restrictFileMode(path, loadConfig(production))).toThrow(StartupError);
      for (const environment of [{}, { ...production, ACCEPT_WEAK: 'DATA_DIR' }]) {
        expect(restrictFileMode(path, loadConfig(environment))).toEqual([
          expect.stringContaining(`chmod 600 ${path}`),
        ]);
      }
    },
  );
});
