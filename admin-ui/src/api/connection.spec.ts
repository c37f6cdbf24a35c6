import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Connection, isFromProxy } from './connection';

describe('Connection', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('asks again at growing intervals until the server answers, and then tells it once', async () => {
    let answers = false;
    const ask = jest.fn(async () => answers);
    const connection = new Connection(ask);
    const told = jest.fn();
    connection.subscribe(told);
    connection.interrupt();
    connection.interrupt();
    expect(told).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(7000);
    expect(ask).toHaveBeenCalledTimes(3);
    answers = true;
    const back = connection.untilRestored();
    await jest.advanceTimersByTimeAsync(8000);
    await back;
    expect(connection.isInterrupted()).toBe(false);
    expect(told).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(4);
  });

  it('asks at once when the network is back', async () => {
    const connection = new Connection(async () => true);
    connection.interrupt();
    await connection.retryNow();
    expect(connection.isInterrupted()).toBe(false);
  });
});

describe('isFromProxy', () => {
  it.each([
    [502, undefined, true],
    [503, undefined, true],
    [504, undefined, true],
    [521, undefined, true],
    [523, undefined, true],
    [526, undefined, true],
    [530, undefined, true],
    [503, { code: 'busy' }, false],
    [500, undefined, false],
    [520, undefined, false],
    [524, undefined, false],
    [527, undefined, false],
    [404, undefined, false],
  ])('%d with %p: %p', (status, answer, expected) => {
    expect(isFromProxy(status, answer)).toBe(expected);
  });
});
