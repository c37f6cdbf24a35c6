import { expect, it } from '@jest/globals';
import { secretsAt } from './secrets-at.js';

const NOW = 1_000_000_000_000;

it.each([
  ['never rotated', null, null, ['new']],
  ['long before the end', 'old', NOW + 86_400_000, ['new', 'old']],
  ['a millisecond before the end', 'old', NOW + 1, ['new', 'old']],
  ['exactly at the end', 'old', NOW, ['new']],
  ['after the end', 'old', NOW - 1, ['new']],
  ['with an earlier secret that has no end', 'old', null, ['new']],
  ['with an end and no earlier secret', null, NOW + 1, ['new']],
])('secrets of an application %s', (_, previousSecret, previousSecretUntil, expected) => {
  expect(secretsAt({ secret: 'new', previousSecret, previousSecretUntil }, NOW)).toEqual(expected);
});
