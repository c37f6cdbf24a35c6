import { describe, expect, it } from '@jest/globals';
import { AppConfig, HOUR_MS } from '@app/platform';
import { UsageLog, type NewRefusal } from './usage-log.js';

const refusal = (more: Partial<NewRefusal> = {}): NewRefusal => ({
  applicationId: 1,
  at: 0,
  endpoint: 'card/login',
  code: 10218,
  name: 'C1',
  deviceId: 'D1',
  ip: '127.0.0.1',
  version: null,
  ...more,
});

/** Creates a log whose hourly limit of refusals is out of reach. */
function newLog(): UsageLog {
  const config = new AppConfig();
  config.retention.refusalsPerHour = 1_000_000;
  return new UsageLog(config);
}

describe('UsageLog', () => {
  it('counts by application, hour, event and code', () => {
    const log = newLog();
    log.count(1, 'login', HOUR_MS - 1);
    log.count(1, 'login', HOUR_MS);
    log.count(1, 'login', 2 * HOUR_MS - 1);
    log.count(1, 'recharge', HOUR_MS);
    log.count(2, 'refusal', HOUR_MS, 10210);
    log.count(2, 'refusal', HOUR_MS, 10212);
    expect(log.take().counts).toEqual([
      { applicationId: 1, hour: 0, event: 'login', code: 0, count: 1 },
      { applicationId: 1, hour: 1, event: 'login', code: 0, count: 2 },
      { applicationId: 1, hour: 1, event: 'recharge', code: 0, count: 1 },
      { applicationId: 2, hour: 1, event: 'refusal', code: 10210, count: 1 },
      { applicationId: 2, hour: 1, event: 'refusal', code: 10212, count: 1 },
    ]);
    expect(log.take()).toEqual({ counts: [], refusals: [], functionCalls: [] });
  });

  it.each<[string, Partial<NewRefusal>, kept: boolean]>([
    ['the same again', {}, false],
    ['at another endpoint', { endpoint: 'card/heartbeat' }, true],
    ['a minute later', { at: 60_000 }, true],
    ['of another application', { applicationId: 2 }, true],
    ['with another code', { code: 10212 }, true],
    ['of another name', { name: 'C2' }, true],
    ['of no name', { name: null }, true],
    ['on another device', { deviceId: 'D2' }, true],
  ])('counts every refusal and keeps one a minute: %s', (_, more, kept) => {
    const log = newLog();
    log.refused(refusal());
    log.refused(refusal(more));
    const { counts, refusals } = log.take();
    expect(refusals).toEqual(kept ? [refusal(), refusal(more)] : [refusal()]);
    const total = counts
      .filter(({ event }) => event === 'refusal')
      .reduce((sum, { count }) => sum + count, 0);
    expect(total).toBe(2);
  });

  it.each([
    ['card/login', 1],
    ['user/login', 1],
    ['trial/login', 1],
    ['card/heartbeat', 0],
  ])('counts a refused %s as %i refused logins', (endpoint, logins) => {
    const log = newLog();
    log.refused(refusal({ endpoint }));
    const events = log.take().counts.map(({ event }) => event);
    expect(events.filter((event) => event === 'login_refusal').length).toBe(logins);
    expect(events).toContain('refusal');
  });

  it('remembers kept entries across writes', () => {
    const log = newLog();
    log.refused(refusal());
    log.take();
    log.refused(refusal({ at: 59_999 }));
    expect(log.take().refusals).toEqual([]);
  });

  it('keeps 1,000 refusals between writes and counts all', () => {
    const log = newLog();
    for (let i = 0; i < 1500; i++) log.refused(refusal({ name: `C${i}` }));
    const { counts, refusals } = log.take();
    expect(refusals.length).toBe(1000);
    expect(counts).toMatchObject([{ count: 1500 }, { event: 'login_refusal', count: 1500 }]);
    // This refusal exceeded the limit and was not recorded. It is recorded when it recurs.
    log.refused(refusal({ name: 'C1499' }));
    expect(log.take().refusals).toMatchObject([{ name: 'C1499' }]);
  });

  it('recognizes repetitions of at most 50,000 refusals', () => {
    const log = newLog();
    for (let i = 0; i < 50_001; i++) {
      log.refused(refusal({ name: `C${i}` }));
      if (i % 1000 === 999) log.take();
    }
    expect(log.take().refusals).toMatchObject([{ name: 'C50000' }]);
    for (const name of ['C0', 'C49999', 'C50000', 'C50000']) log.refused(refusal({ name }));
    expect(log.take().refusals.map(({ name }) => name)).toEqual(['C50000', 'C50000']);
  });

  it('adds events that could not be written to later events, oldest refusals first', () => {
    const log = newLog();
    for (let i = 0; i < 600; i++) log.refused(refusal({ name: `old ${i}` }));
    const taken = log.take();
    for (let i = 0; i < 600; i++) log.refused(refusal({ name: `new ${i}` }));
    log.putBack(taken);
    const { counts, refusals } = log.take();
    expect(counts).toMatchObject([
      { code: 10218, count: 1200 },
      { event: 'login_refusal', count: 1200 },
    ]);
    expect([refusals.length, refusals[0]!.name, refusals[999]!.name]).toEqual([1000, 'old 0', 'new 399']);
  });

  it('counts calls of functions by hour, and adds what could not be written', () => {
    const log = newLog();
    const called = { id: 7, applicationId: 1 };
    log.functionCalled(called, false, HOUR_MS - 1);
    const taken = log.take();
    log.functionCalled(called, true, HOUR_MS - 1);
    log.functionCalled(called, true, HOUR_MS);
    log.functionCalled({ ...called, id: 8 }, false, HOUR_MS);
    log.putBack(taken);
    const row = { applicationId: 1, functionId: 7 };
    expect(log.take().functionCalls).toEqual([
      { ...row, hour: 0, calls: 2, failures: 1 },
      { ...row, hour: 1, calls: 1, failures: 1 },
      { ...row, functionId: 8, hour: 1, calls: 1, failures: 0 },
    ]);
  });

  it('holds at most 50,000 different unsaved counts, and keeps counting those', () => {
    const log = newLog();
    for (let hour = 0; hour < 50_001; hour++) log.count(1, 'login', hour * HOUR_MS);
    log.count(1, 'login', 0);
    const { counts } = log.take();
    expect([counts.length, counts[0]!.count]).toEqual([50_000, 2]);
  });

  it.each<[string, Partial<NewRefusal>, Partial<NewRefusal>]>([
    ['a long name', { name: 'x'.repeat(1000) }, { name: 'x'.repeat(64) }],
    ['a long device', { deviceId: 'x'.repeat(1000) }, { deviceId: 'x'.repeat(128) }],
    ['a name of 64 characters of two units each', { name: '🔑'.repeat(64) }, { name: '🔑'.repeat(64) }],
    ['characters as a whole', { name: `x${'🔑'.repeat(100)}` }, { name: `x${'🔑'.repeat(63)}` }],
    ['nothing', { name: null, deviceId: '' }, { name: null, deviceId: '' }],
  ])('cuts to the columns’ lengths: %s', (_, given, kept) => {
    const log = newLog();
    log.refused(refusal(given));
    expect(log.take().refusals).toEqual([refusal(kept)]);
  });
});
