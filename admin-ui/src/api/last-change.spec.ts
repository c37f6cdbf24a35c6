import { expect, it } from '@jest/globals';
import { lastChange, nameOf, noteChange } from './last-change';

it.each([
  [{ id: 1, name: 'Month' }, 'Month'],
  [{ id: 1, key: 'motd', value: 'Hello' }, 'motd'],
  [{ id: 1, card: 'AUR-1', name: null }, 'AUR-1'],
  [{ id: 7, externalNo: null }, '#7'],
  [{ id: 7, version: 3 }, '#7'],
])('%j is called %s', (record, name) => {
  expect(nameOf(record)).toBe(name);
});

it('several records have a number instead of a name', () => {
  noteChange('cards', [
    { id: 1, card: 'A' },
    { id: 2, card: 'B' },
  ]);
  expect(lastChange()).toEqual({ resource: 'cards', name: undefined, count: 2 });
  noteChange('cards', [{ id: 1, card: 'A' }]);
  expect(lastChange()).toEqual({ resource: 'cards', name: 'A', count: 1 });
});
