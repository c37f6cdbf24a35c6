import { describe, expect, it } from '@jest/globals';
import { Unavailable } from '@app/platform';
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
    const line = new WaitingLine(1, 2);
    const leave = await line.enter();
    const waiting = [line.enter(), line.enter()];
    await expect(line.enter()).rejects.toThrow(Unavailable);
    leave();
    for (const each of waiting) (await each)();
    (await line.enter())();
  });

  it('refuses who has waited for too long, whose place the next one gets', async () => {
    const line = new WaitingLine(1, 10, 20);
    const leave = await line.enter();
    await expect(line.enter()).rejects.toThrow(Unavailable);
    const next = line.enter();
    leave();
    (await next)();
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
