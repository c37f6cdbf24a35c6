import { describe, expect, it } from '@jest/globals';
import { Unavailable } from './unavailable.js';
import { WaitingLine } from './waiting-line.js';

describe('WaitingLine', () => {
  it('gives the turn to as many as there are places, and then to who came first', async () => {
    const line = new WaitingLine(2);
    const [first, second] = [await line.enter(), await line.enter()];
    const order: string[] = [];
    const enter = (name: string) => line.enter().then((leave) => (order.push(name), leave));
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

  it('refuses who would be one too many at once, and goes on', async () => {
    const line = new WaitingLine(1, { most: 2 });
    const leave = await line.enter();
    const waiting = [line.enter(), line.enter()];
    await expect(line.enter()).rejects.toThrow(Unavailable);
    leave();
    for (const each of waiting) (await each)();
    (await line.enter())();
  });

  it('refuses who has waited for too long, whose place the next one gets', async () => {
    const line = new WaitingLine(1, { longestMs: 20 });
    const leave = await line.enter();
    await expect(line.enter()).rejects.toThrow(Unavailable);
    const next = line.enter();
    leave();
    (await next)();
  });

  it('does one thing after another, also after one that fails', async () => {
    const line = new WaitingLine(1);
    const failing = line.run(() => Promise.reject(new Error('no')));
    const next = line.run(async () => line.inUse);
    await expect(failing).rejects.toThrow('no');
    expect([await next, line.inUse]).toEqual([1, 0]);
  });

  it('has nobody wait any longer when it is told so', async () => {
    const line = new WaitingLine(1);
    const leave = await line.enter();
    const waiting = [line.enter(), line.enter()];
    line.refuseAll(new Unavailable('gone'));
    for (const each of waiting) await expect(each).rejects.toThrow('gone');
    leave();
    (await line.enter())();
  });
});
