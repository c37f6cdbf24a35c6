import { expect, it } from '@jest/globals';
import { HOUR_MS } from '@app/platform';
import { RefusalBudget } from './refusal-budget.js';

it('keeps a limited number per application and hour, a tenth of them per address', () => {
  const budget = new RefusalBudget(20);
  const kept = (applicationId: number, addresses: number, now = 0) => {
    let count = 0;
    for (let i = 0; i < 100 * addresses; i++)
      if (budget.take(applicationId, `192.0.2.${i % addresses}`, now)) count++;
    return count;
  };
  expect(kept(1, 1)).toBe(2);
  expect(kept(1, 50)).toBe(18);
  expect(kept(1, 50)).toBe(0);
  expect(kept(2, 1)).toBe(2);
  expect(kept(1, 1, HOUR_MS)).toBe(2);
});

it('counts an IPv6 /64 network as one address', () => {
  const budget = new RefusalBudget(20);
  const kept = (ip: (i: number) => string) =>
    Array.from({ length: 100 }, (_, i) => budget.take(1, ip(i), 0)).filter(Boolean).length;
  expect(kept((i) => `2001:db8:0:1::${i}`)).toBe(2);
  expect(kept((i) => `2001:db8:0:1:${i}::1`)).toBe(0);
  expect(kept((i) => `2001:db8:0:2::${i}`)).toBe(2);
  expect(kept(() => '::ffff:192.0.2.1')).toBe(2);
  expect(kept(() => '192.0.2.1')).toBe(0);
});
