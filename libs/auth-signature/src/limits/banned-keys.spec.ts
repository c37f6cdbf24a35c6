import { expect, it } from '@jest/globals';
import { TemporaryBans } from './banned-keys.js';

it('TemporaryBans knows the end of each ban, and whether any is active', () => {
  const closed = new TemporaryBans();
  expect([closed.isAnyBanned(0), closed.waitMs('a', 0)]).toEqual([false, 0]);
  closed.ban('a', 1000);
  closed.ban('b', 3000);
  closed.ban('a', 2000);
  expect([closed.waitMs('a', 500), closed.waitMs('b', 500), closed.waitMs('c', 500)]).toEqual([
    1500, 2500, 0,
  ]);
  expect([closed.waitMs('a', 2000), closed.isAnyBanned(2999), closed.isAnyBanned(3000)]).toEqual([
    0,
    true,
    false,
  ]);
});

it('TemporaryBans is bounded', () => {
  const closed = new TemporaryBans();
  for (let i = 0; i < 60_000; i++) closed.ban(`key ${i}`, 1000);
  expect([closed.waitMs('key 0', 0), closed.waitMs('key 59999', 0)]).toEqual([0, 1000]);
});
