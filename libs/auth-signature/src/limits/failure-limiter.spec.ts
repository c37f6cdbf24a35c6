import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MemoryRateLimiter } from '@app/cluster';
import { LimitMetrics, ServiceUnavailableError } from '@app/platform';
import { FailureLimiter, MOST_WAITING } from './failure-limiter.js';

const NOW = 1_768_478_400_000;
const ATTEMPTS = 5;

/** Counts how often it is asked for an attempt. */
class CountingLimiter extends MemoryRateLimiter {
  asked = 0;

  override async consume(key: string, now: number): Promise<number> {
    this.asked += 1;
    return super.consume(key, now);
  }
}

describe('FailureLimiter', () => {
  let counter: CountingLimiter;
  let limiter: FailureLimiter;
  /** Each function ends an active guess as right or wrong. */
  let ends: ((isRight: boolean) => void)[];
  beforeEach(() => {
    counter = new CountingLimiter({ attempts: ATTEMPTS, periodMs: 900_000 });
    limiter = new FailureLimiter('wrong_guesses', counter, new LimitMetrics());
    ends = [];
  });

  /** Starts concurrent guesses. Returns the outcome of each: true, false, or the name of the error. */
  const guessAtOnce = (count: number, now = NOW) =>
    Array.from({ length: count }, () =>
      limiter
        .guess('key', now, () => new Promise<boolean>((resolve) => ends.push(resolve)))
        .catch((error: Error) => (error instanceof ServiceUnavailableError ? 503 : 429)),
    );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const endAll = async (isRight: boolean) => {
    for (;;) {
      await turn();
      const current = ends.splice(0);
      if (current.length === 0) return;
      for (const end of current) end(isRight);
    }
  };
  const tally = async (outcomes: Promise<unknown>[]) => {
    const counts: Record<string, number> = {};
    for (const outcome of await Promise.all(outcomes)) {
      const name = String(outcome);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  };

  it('lets a guess that others wait for go first in the line of its key', async () => {
    for (let i = 1; i < ATTEMPTS; i++) await limiter.guess('key', NOW, async () => false);
    const order: string[] = [];
    const guess = (name: string, isFirst: boolean) =>
      limiter.guess(
        'key',
        NOW,
        async () => {
          order.push(name);
          await turn();
          return true;
        },
        { isFirst },
      );
    await Promise.all([
      ...['active', 'second', 'third'].map((name) => guess(name, false)),
      guess('password', true),
    ]);
    expect(order).toEqual(['active', 'password', 'second', 'third']);
  });

  it('asks for an attempt about as often as there are guesses, however many wait', async () => {
    const outcomes = guessAtOnce(1000);
    await endAll(true);
    expect(await tally(outcomes)).toEqual({ true: 1000 });
    // Each guess asks at most three times: when it arrives, when another guess is refunded, and when another guess that
    // has waited gets an attempt.
    expect(counter.asked).toBeLessThanOrEqual(3000);
  });

  it('refuses all waiting guesses as soon as the attempts are used up', async () => {
    const outcomes = guessAtOnce(1000);
    await endAll(false);
    expect(await tally(outcomes)).toEqual({ false: ATTEMPTS, 429: 1000 - ATTEMPTS });
    expect(counter.asked).toBeLessThanOrEqual(1000 + ATTEMPTS);
  });

  it('serves waiting guesses in order of arrival, also after some were wrong', async () => {
    const served: number[] = [];
    const outcomes = Array.from({ length: 9 }, (_, i) =>
      limiter.guess('key', NOW, async () => {
        served.push(i);
        await turn();
        return i > 1;
      }),
    );
    expect(await tally(outcomes)).toEqual({ true: 7, false: 2 });
    expect(served).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('makes as many guesses at once as the limit allows again, although others wait', async () => {
    const wrong = guessAtOnce(ATTEMPTS - 1);
    await endAll(false);
    await Promise.all(wrong);
    const waiting = guessAtOnce(2);
    await turn();
    expect(ends).toHaveLength(1);
    const later = guessAtOnce(3, NOW + 900_000);
    ends.shift()!(true);
    await turn();
    expect(ends).toHaveLength(4);
    await endAll(true);
    expect(await tally([...waiting, ...later])).toEqual({ true: 5 });
  });

  it('lets the next guess take its turn if one cannot be counted', async () => {
    const outcomes = guessAtOnce(ATTEMPTS + 2);
    await turn();
    const error = new ServiceUnavailableError('Redis does not answer');
    jest.spyOn(counter, 'consume').mockRejectedValueOnce(error);
    ends.shift()!(true);
    await endAll(true);
    expect(await tally(outcomes)).toEqual({ true: ATTEMPTS + 1, 503: 1 });
  });

  it('lets a limited number of guesses wait', async () => {
    const waiting = guessAtOnce(ATTEMPTS + MOST_WAITING);
    await turn();
    expect(await tally(guessAtOnce(3))).toEqual({ 503: 3 });
    await endAll(true);
    expect(await tally(waiting)).toEqual({ true: ATTEMPTS + MOST_WAITING });
    const later = guessAtOnce(1);
    await endAll(true);
    expect(await tally(later)).toEqual({ true: 1 });
  });
});
