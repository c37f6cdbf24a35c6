import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import type { StartupQuietLogger } from './logging/startup-quiet-logger.js';
import { ConfigurationError, exitStatusOf, NotReadyError, StartupError } from './startup-error.js';
import { StartupWait } from './startup-wait.js';

describe('StartupWait', () => {
  const clock = new FakeClock();
  const lines: string[] = [];
  const logger = {
    warn: (text: string) => lines.push(text),
    log: (text: string) => lines.push(text),
  } as unknown as StartupQuietLogger;
  const wait = new StartupWait(clock, logger);

  it('logs the wait at its start, after each minute and at its end', async () => {
    const passes = [0, 30, 29, 1, 125];
    const result = await wait.for('the database', async () => {
      const seconds = passes.shift();
      if (seconds === undefined) return 'there';
      clock.advance(seconds);
      throw new NotReadyError('it is away');
    });
    expect(result).toBe('there');
    expect(lines).toEqual([
      'Waiting for the database: it is away',
      'Waiting for 1 min for the database: it is away',
      'Waiting for 3 min for the database: it is away',
      'the database is ready',
    ]);
  }, 20_000);

  it.each([
    [new ConfigurationError('wrong'), 78],
    [new StartupError('taken'), 1],
    [new NotReadyError('away'), 1],
    [new TypeError('a fault of ours'), 1],
  ])('%s ends the process with %i', (error, status) => expect(exitStatusOf(error)).toBe(status));

  it('does not wait if the fault is permanent', async () => {
    const fault = new ConfigurationError('wrong');
    await expect(wait.for('the database', () => Promise.reject(fault))).rejects.toBe(fault);
  });
});
