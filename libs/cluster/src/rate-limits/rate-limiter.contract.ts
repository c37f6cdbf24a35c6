import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { RateLimiter } from './rate-limiter.js';
import type { RateLimit } from './rate-limit.js';

const NOW = 1_768_478_400_000;
const MINUTE = 60_000;
/** Allows one more attempt every three minutes. */
const LIMIT = { attempts: 5, periodMs: 15 * MINUTE };
const PLACE = 3 * MINUTE;

/** Contract of every rate limiter. Each test uses its own keys, so all tests may share one store. */
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

    it('claims no more of many at once', async () => {
      const waits = await Promise.all(Array.from({ length: 50 }, () => counter.consume(key, NOW)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    });

    it('has its full burst when a period has passed', async () => {
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

    it('counts attempts that were made, and says when the next may be made', async () => {
      expect(await inTurn(5, () => counter.penalize(key, NOW))).toEqual([0, 0, 0, 0, PLACE]);
      expect(await counter.consume(key, NOW)).toBe(PLACE);
    });

    it('has attempts beyond the limit paid for, with an hour at most', async () => {
      expect((await inTurn(7, () => counter.penalize(key, NOW))).at(-1)).toBe(3 * PLACE);
      const [last] = (await inTurn(93, () => counter.penalize(key, NOW))).slice(-1);
      expect(last).toBe(60 * MINUTE + PLACE);
    });

    it('says how long to wait without counting', async () => {
      expect(await inTurn(9, () => counter.wait(key, NOW))).toEqual(Array(9).fill(0));
      await inTurn(5, () => counter.consume(key, NOW));
      expect(await inTurn(2, () => counter.wait(key, NOW))).toEqual([PLACE, PLACE]);
      expect(await counter.wait(key, NOW + PLACE)).toBe(0);
    });

    it('frees the place of a try that is taken back', async () => {
      await inTurn(5, () => counter.consume(key, NOW));
      await counter.refund(key, NOW);
      expect(await inTurn(2, () => counter.consume(key, NOW))).toEqual([0, PLACE]);
    });

    it('has no more attempts than the limit after any refund', async () => {
      await counter.refund(key, NOW);
      expect((await inTurn(6, () => counter.consume(key, NOW))).at(-1)).toBe(PLACE);
    });

    it('keeps a wrong attempt counted, and refunds others', async () => {
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

    it('keeps keys apart', async () => {
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

    it('takes limits whose attempts take parts of a millisecond', async () => {
      const fast = create({ attempts: 120_000, periodMs: MINUTE });
      expect(await inTurn(100, () => fast.penalize(key, NOW))).toEqual(Array(100).fill(0));
    });
  });
}
