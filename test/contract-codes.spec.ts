import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CLIENT_ERRORS } from '@app/auth-signature';

/** Every error code of the client API: the contract's table, two that the field knows, and our own for a quota. */
const CODES = [
  10010, 10011, 10013, 10014, 10210, 10212, 10213, 10214, 10215, 10216, 10217, 10218, 10230, 10240, 10241,
  10242, 10243, 10244, 10250, 10252, 10253, 10254, 10255, 10256, 10257, 10304, 10501, 10502, 10521, 10522,
  10523, 10541, 10542, 10543,
];

/** The rows of the table "Codes of the contract" in README.md: code → suites. */
function readTable(): Map<number, string[]> {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').split(
    '## Codes of the contract',
  )[1]!;
  const table = new Map<number, string[]>();
  for (const [, codes, suites] of text.matchAll(/^\| ([\d, ]+) \| (.+) \|$/gm)) {
    const names = [...suites!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    for (const code of codes!.split(',')) table.set(Number(code), names);
  }
  return table;
}

const suites = new Map(
  globSync('e2e/**/*e2e-spec.ts', { cwd: import.meta.dirname }).map((path) => [
    basename(path).replace(/\..*/, ''),
    readFileSync(join(import.meta.dirname, path), 'utf8'),
  ]),
);

describe('error codes', () => {
  const table = readTable();

  it('the catalogue has exactly the codes of the contract', () => {
    const catalogue = [...new Set(Object.values(CLIENT_ERRORS).map(({ code }) => code as number))];
    expect(catalogue.toSorted((a, b) => a - b)).toEqual(CODES);
  });

  it.each(CODES)('%i is in the suites that the table names', (code) => {
    const named = table.get(code) ?? [];
    expect(named).not.toEqual([]);
    for (const suite of named)
      expect({ suite, text: suites.get(suite) }).toEqual({
        suite,
        text: expect.stringContaining(String(code)),
      });
  });
});
