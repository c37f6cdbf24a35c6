import { describe, expect, it } from '@jest/globals';
import { listAfterSwitch } from './list-after-switch';

describe('listAfterSwitch', () => {
  it.each([
    ['/cards/7/show', '/cards'],
    ['/functions/7/versions', '/functions'],
    ['/applications/1', '/applications'],
    ['/cards', undefined],
    ['/cards/create', undefined],
    ['/webhooks/1', undefined],
    ['/integration', undefined],
    ['/', undefined],
  ])('%s: %p', (path, list) => {
    expect(listAfterSwitch(path)).toBe(list);
  });
});
