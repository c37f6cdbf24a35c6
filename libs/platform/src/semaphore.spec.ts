import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { ServiceUnavailableError } from './service-unavailable-error.js';
import { Semaphore } from './semaphore.js';

/** Waits until another semaphore, whose maximum wait is twice `longestMs`, has refused a waiter. */
async function tooLongFor(longestMs: number): Promise<void> {
  const line = new Semaphore(1, { maxWaitMs: 2 * longestMs });
  await line.acquire();
  await expect(line.acquire()).rejects.toThrow(ServiceUnavailableError);
}

describe('Semaphore', () => {
  it('grants as many permits as there are, then serves waiters in order', async () => {
    const line = new Semaphore(2);
    const [first, second] = [await line.acquire(), await line.acquire()];
    const order: string[] = [];
    const enter = (name: string) => line.acquire().then((leave) => (order.push(name), leave));
    const third = enter('third');
    const fourth = enter('fourth');
    await Promise.resolve();
    expect(order).toEqual([]);
    second();
    (await third)();
    await fourth;
    expect(order).toEqual(['third', 'fourth']);
    first();
  });

  it('immediately refuses a waiter beyond the limit, and continues', async () => {
    const line = new Semaphore(1, { maxWaiting: 2 });
    const leave = await line.acquire();
    const waiting = [line.acquire(), line.acquire()];
    await expect(line.acquire()).rejects.toThrow(ServiceUnavailableError);
    leave();
    for (const each of waiting) (await each)();
    (await line.acquire())();
  });

  it('refuses a waiter after the maximum wait, and gives its place to the next waiter', async () => {
    const line = new Semaphore(1, { maxWaitMs: 20 });
    const leave = await line.acquire();
    await expect(line.acquire()).rejects.toThrow(ServiceUnavailableError);
    const next = line.acquire();
    leave();
    (await next)();
  });

  it('refuses no waiter while long work holds the permit, or immediately afterwards', async () => {
    const line = new Semaphore(1, { maxWaitMs: 50 });
    const end = Promise.withResolvers<void>();
    const long = line.runLong(() => line.run(() => end.promise), 60_000);
    await setImmediate();
    const waiting = [line.acquire(), line.acquire()];
    await tooLongFor(50);
    expect(line.waiting).toBe(2);
    end.resolve();
    await long;
    const leave = await waiting[0]!;
    expect(line.waiting).toBe(1);
    leave();
    (await waiting[1]!)();
    // The usual maximum wait applies again.
    const last = await line.acquire();
    await expect(line.acquire()).rejects.toThrow(ServiceUnavailableError);
    last();
  });

  it('refuses no waiter during the second of two long works that were started at once', async () => {
    const line = new Semaphore(1, { maxWaitMs: 50 });
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const works = ends.map((end) => line.runLong(() => line.run(() => end.promise), 60_000));
    await setImmediate();
    ends[0]!.resolve();
    await works[0];
    const waiting = line.acquire();
    await tooLongFor(50);
    expect(line.waiting).toBe(1);
    ends[1]!.resolve();
    (await waiting)();
  });

  it('refuses a waiter that waits too long for long work', async () => {
    const line = new Semaphore(1, { maxWaitMs: 10 });
    const end = Promise.withResolvers<void>();
    const long = line.runLong(() => line.run(() => end.promise), 30);
    await setImmediate();
    await expect(line.acquire()).rejects.toThrow(ServiceUnavailableError);
    end.resolve();
    await long;
  });

  it('starts long work after all waiters', async () => {
    const line = new Semaphore(1);
    const leave = await line.acquire(['a']);
    const order: string[] = [];
    const work = (name: string) => async () => void order.push(name);
    const all = ['1', '2', '3'].map((name) => line.run(work(name), ['a']));
    const long = line.runLong(() => line.run(work('long'), ['b']), 1000);
    leave();
    await Promise.all([...all, long]);
    expect(order).toEqual(['1', '2', '3', 'long']);
  });

  it('runs work one after another, even after a failure', async () => {
    const line = new Semaphore(1);
    const failing = line.run(() => Promise.reject(new Error('no')));
    const next = line.run(async () => line.inUse);
    await expect(failing).rejects.toThrow('no');
    expect([await next, line.inUse]).toEqual([1, 0]);
  });

  it('refuses all waiters on demand', async () => {
    const line = new Semaphore(1);
    const leave = await line.acquire();
    const waiting = [line.acquire(), line.acquire()];
    line.refuseAll(new ServiceUnavailableError('gone'));
    for (const each of waiting) await expect(each).rejects.toThrow('gone');
    leave();
    (await line.acquire())();
  });
});
