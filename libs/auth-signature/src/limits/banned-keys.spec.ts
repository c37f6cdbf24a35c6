import { expect, it } from '@jest/globals';
import { TemporaryBans } from './banned-keys.js';

it('TemporaryBans knows the end of each ban, and whether any is active', () => {
  const closed = new TemporaryBans();
  expect([closed.isAnyBanned(0), closed.waitMs('a', 0)]).toEqual([false, 0]);
  closed.ban('a', 0, 1000);
  closed.ban('b', 0, 3000);
  closed.ban('a', 500, 1500);
  expect([closed.waitMs('a', 500), closed.waitMs('b', 500), closed.waitMs('c', 500)]).toEqual([
    1500, 2500, 0,
  ]);
  expect([closed.waitMs('a', 2000), closed.isAnyBanned(2999), closed.isAnyBanned(3000)]).toEqual([
    0,
    true,
    false,
  ]);
});

it('a ban starts again when the clock is set back', () => {
  const closed = new TemporaryBans();
  closed.ban('a', 10_000, 1000);
  expect([closed.waitMs('a', 10_900), closed.waitMs('a', 500), closed.waitMs('a', 600)]).toEqual([
    100, 1000, 900,
  ]);
  expect([closed.isAnyBanned(1499), closed.waitMs('a', 1500), closed.waitMs('a', 500)]).toEqual([true, 0, 0]);
});

it('TemporaryBans is bounded', () => {
  const closed = new TemporaryBans();
  for (let i = 0; i < 60_000; i++) closed.ban(`key ${i}`, 0, 1000);
  expect([closed.waitMs('key 0', 0), closed.waitMs('key 59999', 0)]).toEqual([0, 1000]);
});
