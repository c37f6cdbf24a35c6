import { describe, expect, it } from '@jest/globals';
import { changesOf } from './audit-changes';

describe('changesOf', () => {
  it('pairs the values of each field, without those of every edit', () => {
    const before = JSON.stringify({ id: 1, note: 'a', rowVersion: 1, updatedAt: 1 });
    const after = JSON.stringify({ note: 'b', batch: 'B', rowVersion: 2, updatedAt: 2 });
    expect(changesOf(before, after)).toEqual([
      { field: 'note', before: 'a', after: 'b' },
      { field: 'batch', before: undefined, after: 'B' },
    ]);
  });

  it.each([
    ['a record that was made', null, '{"note":"a"}', [{ field: 'note', before: undefined, after: 'a' }]],
    ['nothing', null, null, []],
    ['no object', '1', '{}', undefined],
    ['no JSON', '{', '{}', undefined],
  ])('%s', (_, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes);
  });
});
