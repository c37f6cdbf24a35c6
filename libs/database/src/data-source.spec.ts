import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@app/platform';
import { createDataSource, dataSourceOptions } from './data-source.js';

const FULL = 2;
const NORMAL = 1;

describe('the SQLite database', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-data-source-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['at each change by default', {}, FULL],
    ['later with SQLITE_SYNCHRONOUS=normal', { SQLITE_SYNCHRONOUS: 'normal' }, NORMAL],
  ])('waits for the disk %s', async (_, environment, synchronous) => {
    const { database } = loadConfig({ DATA_DIR: folder, ...environment });
    const dataSource = await createDataSource(dataSourceOptions(database)).initialize();
    try {
      expect(await dataSource.query('PRAGMA synchronous')).toEqual([{ synchronous }]);
      expect(await dataSource.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    } finally {
      await dataSource.destroy();
    }
  });
});
