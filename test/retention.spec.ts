import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS, schemaAt } from '@app/database';
import { loadConfig } from '@app/platform';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../docs/retention.md'), 'utf8');

it('docs/retention.md describes the retention of every table', async () => {
  const rows = DOCUMENT.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const tables = (await schemaAt(MIGRATIONS.length)).map(({ name }) => name);
  expect(named).toHaveLength(tables.length);
  expect(new Set(named)).toEqual(new Set(tables));
});

it('docs/retention.md lists every retention setting with its default', () => {
  const stated = [...DOCUMENT.matchAll(/`[A-Z_]+` \((\d+)\)/g)].map(([, days]) => Number(days));
  expect(stated).toEqual(expect.arrayContaining(Object.values(loadConfig({}).retention)));
});
