import { expect, it } from '@jest/globals';
import { changesOf, conflictsOf } from './conflicts-of';

const BEFORE = { id: 1, rowVersion: 1, updatedAt: 5, name: 'Month', note: null, days: 30, tags: ['a'] };

const ALL = 'All applications';

it('what was typed differs from the record before', () => {
  expect(changesOf(BEFORE, { ...BEFORE, name: 'Year', note: '' })).toEqual({ name: 'Year' });
  expect(changesOf(BEFORE, { ...BEFORE, tags: ['a', 'b'], rowVersion: 2 })).toEqual({ tags: ['a', 'b'] });
});

it.each([
  ['the same field', { name: 'Mine' }, { name: 'Theirs' }, [['name', 'Mine', 'Theirs']]],
  ['the same value', { name: 'Same' }, { name: 'Same' }, []],
  [
    'other fields',
    { name: 'Mine' },
    { days: 7 },
    [
      ['name', 'Mine', 'Month'],
      ['days', '30', '7'],
    ],
  ],
  ['nothing typed', {}, { note: 'New' }, [['note', '–', 'New']]],
])('of %s both versions are shown', (_, mine, theirs, expected) => {
  const current = { ...BEFORE, ...theirs, rowVersion: 2, updatedAt: 6 };
  const conflicts = conflictsOf(BEFORE, { ...BEFORE, ...mine }, current, ALL);
  expect(conflicts.map(({ field, mine, theirs }) => [field, mine, theirs])).toEqual(expected);
});

it('no list of applications means all applications', () => {
  const [conflict] = conflictsOf(
    { applicationIds: [1] },
    { applicationIds: [1] },
    { applicationIds: null },
    ALL,
  );
  expect(conflict).toEqual({ field: 'applicationIds', mine: '[1]', theirs: ALL });
});

it('typed secrets are hidden', () => {
  const conflicts = conflictsOf(BEFORE, { ...BEFORE, token: '123456:secret', password: '' }, BEFORE, ALL);
  expect(conflicts).toEqual([{ field: 'token', mine: '••••••••', theirs: '–' }]);
});

it('long texts are cut', () => {
  const [conflict] = conflictsOf(BEFORE, { ...BEFORE, name: 'x'.repeat(1000) }, BEFORE, ALL);
  expect(conflict!.mine.length).toBe(301);
});
