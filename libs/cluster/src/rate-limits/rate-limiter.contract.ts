import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { RateLimiter } from './rate-limiter.js';
import type { RateLimit } from './rate-limit.js';

const NOW = 1_768_478_400_000;
const MINUTE = 60_000;
/** Allows one more attempt every three minutes. */
const LIMIT = { attempts: 5, periodMs: 15 * MINUTE };
const PLACE = 3 * MINUTE;

/** Tests that every rate limiter must pass. Each test uses its own keys, so all tests may share one store. */
export function describeRateLimiter(name: string, create: (limit: RateLimit) => RateLimiter): void {
  describe(name, () => {
    let counter: RateLimiter;
    let key: string;
    beforeEach(() => {
      counter = create(LIMIT);
      key = randomUUID();
    });
    const inTurn = async (times: number, ask: () => Promise<number>) => {
      const waits: number[] = [];
      for (let i = 0; i < times; i++) waits.push(await ask());
      return waits;
    };

    it('claims as many attempts as the limit allows, and says how long to wait for the next', async () => {
      expect(await inTurn(7, () => counter.consume(key, NOW))).toEqual([0, 0, 0, 0, 0, PLACE, PLACE]);
      expect(await counter.consume(key, NOW + PLACE - 1)).toBe(1);
      expect(await inTurn(2, () => counter.consume(key, NOW + PLACE))).toEqual([0, PLACE]);
    });

    it('claims no more attempts than the limit allows when many are made concurrently', async () => {
      const waits = await Promise.all(Array.from({ length: 50 }, () => counter.consume(key, NOW)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    });

    it('allows a full burst again after a period', async () => {
      await inTurn(9, () => counter.consume(key, NOW));
      expect(await inTurn(6, () => counter.consume(key, NOW + LIMIT.periodMs))).toEqual([
        0,
        0,
        0,
        0,
        0,
        PLACE,
      ]);
    });

    it('counts attempts that were made, and says how long to wait for the next', async () => {
      expect(await inTurn(5, () => counter.penalize(key, NOW))).toEqual([0, 0, 0, 0, PLACE]);
      expect(await counter.consume(key, NOW)).toBe(PLACE);
    });

    it('prolongs the wait when attempts exceed the limit, by at most an hour', async () => {
      expect((await inTurn(7, () => counter.penalize(key, NOW))).at(-1)).toBe(3 * PLACE);
      const [last] = (await inTurn(93, () => counter.penalize(key, NOW))).slice(-1);
      expect(last).toBe(60 * MINUTE + PLACE);
    });

    it('says how long to wait, and counts no attempt', async () => {
      expect(await inTurn(9, () => counter.wait(key, NOW))).toEqual(Array(9).fill(0));
      await inTurn(5, () => counter.consume(key, NOW));
      expect(await inTurn(2, () => counter.wait(key, NOW))).toEqual([PLACE, PLACE]);
      expect(await counter.wait(key, NOW + PLACE)).toBe(0);
    });

    it('allows another attempt after a refund', async () => {
      await inTurn(5, () => counter.consume(key, NOW));
      await counter.refund(key, NOW);
      expect(await inTurn(2, () => counter.consume(key, NOW))).toEqual([0, PLACE]);
    });

    it('allows no more attempts than the limit, even after a refund without an attempt', async () => {
      await counter.refund(key, NOW);
      expect((await inTurn(6, () => counter.consume(key, NOW))).at(-1)).toBe(PLACE);
    });

    it('counts wrong attempts, and refunds all others', async () => {
      const wrong = new Error('wrong');
      const attempt = (error?: Error) =>
        counter.attempt(key, NOW, () => (error ? Promise.reject(error) : Promise.resolve('made')), {
          isWrong: (error) => error === wrong,
          refusal: (waitMs) => new Error(`wait ${waitMs}`),
        });
      for (let i = 0; i < 6; i++) {
        expect(await attempt()).toBe('made');
        await expect(attempt(new Error('the server failed'))).rejects.toThrow('the server failed');
      }
      for (let i = 0; i < 5; i++) await expect(attempt(wrong)).rejects.toThrow('wrong');
      await expect(attempt()).rejects.toThrow(`wait ${PLACE}`);
    });

    it('counts each key separately', async () => {
      await inTurn(5, () => counter.consume(key, NOW));
      expect(await counter.consume(`${key}a`, NOW)).toBe(0);
    });

    it('waits no longer than the longest wait when the clock is set back', async () => {
      await inTurn(5, () => counter.consume(key, NOW));
      const back = NOW - 100 * 60 * MINUTE;
      const wait = 60 * MINUTE + PLACE;
      expect(await counter.consume(key, back)).toBe(wait);
      expect(await inTurn(2, () => counter.consume(key, back + wait))).toEqual([0, PLACE]);
    });

    it('supports limits with less than a millisecond per attempt', async () => {
      const fast = create({ attempts: 120_000, periodMs: MINUTE });
      expect(await inTurn(100, () => fast.penalize(key, NOW))).toEqual(Array(100).fill(0));
    });
  });
}
