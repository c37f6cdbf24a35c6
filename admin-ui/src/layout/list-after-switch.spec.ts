import { describe, expect, it } from '@jest/globals';
import { listAfterSwitch } from './list-after-switch';

describe('listAfterSwitch', () => {
  it.each([
    ['/cards/7/show', '/cards'],
    ['/functions/7/versions', '/functions'],
    ['/applications/1', '/applications'],
    ['/cards', undefined],
    ['/orders?filter={"channelId":3}', '/orders'],
    ['/blocks/create?source={"kind":"ip"}', undefined],
    ['/webhooks?page=2', undefined],
    ['/cards/create', undefined],
    ['/webhooks/1', undefined],
    ['/integration', undefined],
    ['/', undefined],
  ])('%s: %p', (path, list) => {
    const { pathname, search } = new URL(path, 'http://panel');
    expect(listAfterSwitch(pathname, search)).toBe(list);
  });
});
