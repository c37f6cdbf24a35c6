import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ClientHttpError } from '../errors/client-errors.js';
import type { NonceStore } from './nonce-store.js';

const NOW = 1_768_478_400_000;
const HOLD = 90_000;
const HOUR = 3_600_000;

/** Contract of every nonce store. Each test uses its own nonces, so all tests may share one store. */
export function describeNonceStore(name: string, create: (limit: number) => NonceStore): void {
  describe(name, () => {
    let store: NonceStore;
    let nonce: string;
    beforeEach(() => {
      store = create(0);
      nonce = randomUUID();
    });
    const claim = (now: number, { application = 1, hold = HOLD } = {}) =>
      store.claim(application, nonce, now, hold, now);

    it('gives a nonce once', async () => {
      expect(await claim(NOW)).toBe(true);
      expect(await claim(NOW)).toBe(false);
      expect(await claim(NOW + 1)).toBe(false);
    });

    it('gives it to one of a hundred concurrent claims', async () => {
      const claims = await Promise.all(Array.from({ length: 100 }, () => claim(NOW)));
      expect(claims.filter(Boolean)).toHaveLength(1);
    });

    it('holds it until the hold is over and then frees it', async () => {
      await claim(NOW);
      expect(await claim(NOW + HOLD - 1)).toBe(false);
      expect(await claim(NOW + HOLD)).toBe(true);
      expect(await claim(NOW + HOLD)).toBe(false);
    });

    it('does not hold it longer for refused claims', async () => {
      await claim(NOW);
      await claim(NOW + HOLD - 1, { hold: HOUR });
      expect(await claim(NOW + HOLD)).toBe(true);
    });

    it('holds each nonce for its own time', async () => {
      const long = randomUUID();
      await store.claim(1, long, NOW, HOUR, NOW);
      await claim(NOW);
      expect(await claim(NOW + HOLD)).toBe(true);
      expect(await store.claim(1, long, NOW + HOUR - 1, HOLD, NOW + HOUR - 1)).toBe(false);
      expect(await store.claim(1, long, NOW + HOUR, HOLD, NOW + HOUR)).toBe(true);
    });

    it('keeps applications apart', async () => {
      expect(await claim(NOW, { application: 1 })).toBe(true);
      expect(await claim(NOW, { application: 2 })).toBe(true);
      expect(await claim(NOW, { application: 1 })).toBe(false);
    });

    it('does not mix up pairs of application and nonce that read alike when joined', async () => {
      expect(await store.claim(1, `1:${nonce}`, NOW, HOLD, NOW)).toBe(true);
      expect(await store.claim(11, nonce, NOW, HOLD, NOW)).toBe(true);
      expect(await store.claim(1, nonce, NOW, HOLD, NOW)).toBe(true);
    });

    it('compares nonces byte for byte', async () => {
      expect(await store.claim(1, `${nonce}a`, NOW, HOLD, NOW)).toBe(true);
      expect(await store.claim(1, `${nonce}A`, NOW, HOLD, NOW)).toBe(true);
      expect(await store.claim(1, `${nonce}a `, NOW, HOLD, NOW)).toBe(true);
    });

    it('holds a nonce while others come and go', async () => {
      await claim(NOW, { hold: HOUR });
      for (let now = NOW; now < NOW + HOUR; now += 20_000) await store.claim(1, randomUUID(), now, HOLD, now);
      expect(await claim(NOW + HOUR - 1)).toBe(false);
      expect(await claim(NOW + HOUR)).toBe(true);
    });

    it('does not free a nonce early when the clock jumps back', async () => {
      await claim(NOW);
      // Claims nonces at the earlier times of a clock that was set back. Meanwhile, the first claims of this loop
      // expire.
      for (let now = NOW - HOUR; now < NOW; now += 30_000) {
        expect(await claim(now)).toBe(false);
        await store.claim(1, randomUUID(), now, HOLD, now);
      }
      expect(await claim(NOW + HOLD - 1)).toBe(false);
      expect(await claim(NOW + HOLD)).toBe(true);
    });

    it('holds nonces that were claimed after the clock jumped back', async () => {
      await store.claim(1, randomUUID(), NOW, HOLD, NOW);
      expect(await claim(NOW - HOUR)).toBe(true);
      expect(await claim(NOW - HOUR + HOLD - 1)).toBe(false);
      expect(await claim(NOW - HOUR + HOLD)).toBe(true);
    });

    describe('with room for a hundred', () => {
      beforeEach(() => {
        store = create(100);
      });
      const isRefused = (application: number, now = NOW) =>
        store.claim(application, randomUUID(), now, HOLD, now).then(
          () => false,
          (error: unknown) => error instanceof ClientHttpError && error.status === 503,
        );
      const claimed = async (application: number) => {
        let count = 0;
        while (count < 200 && !(await isRefused(application))) count += 1;
        return count;
      };

      it('lets an application hold as many nonces as it leaves free, and always has room for another application', async () => {
        const counts = [];
        for (let application = 1; application <= 5; application++) counts.push(await claimed(application));
        expect(counts).toEqual([50, 25, 13, 6, 3]);
      });

      it('counts no claim that was refused', async () => {
        for (let i = 0; i < 200; i++) await claim(NOW);
        expect(await claimed(1)).toBe(49);
      });

      it('has room again when nonces are free', async () => {
        await claimed(1);
        await claimed(2);
        expect(await isRefused(1, NOW + HOLD - 1)).toBe(true);
        expect(await isRefused(1, NOW + HOLD + 10_000)).toBe(false);
      });

      it('has room again although another application holds a nonce for longer', async () => {
        await claim(NOW, { application: 2, hold: HOUR });
        await claimed(1);
        expect(await isRefused(1, NOW + HOLD - 1)).toBe(true);
        expect(await isRefused(1, NOW + HOLD + 70_000)).toBe(false);
      });
    });
  });
}
