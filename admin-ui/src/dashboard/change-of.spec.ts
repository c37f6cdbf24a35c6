import { expect, it } from '@jest/globals';
import { changeOf } from './change-of';

it.each([
  [0, 0, undefined],
  [5, 5, { direction: 'same', share: 0 }],
  [5, 0, { direction: 'new', share: 0 }],
  [6, 4, { direction: 'up', share: 0.5 }],
  [3, 4, { direction: 'down', share: 0.25 }],
  [0, 4, { direction: 'down', share: 1 }],
  // The refunds were larger than the income.
  [-3, 4, { direction: 'down', share: 1.75 }],
  [4, -3, { direction: 'new', share: 0 }],
])('from %i before, %i is %j', (value, before, change) => {
  expect(changeOf(value, before)).toEqual(change);
});
