import { describe, expect, it } from '@jest/globals';
import { fromZoned, toZoned, zoneName } from './zoned-time';

const at = (text: string) => Date.parse(text);

describe('times in a zone', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-23T06:25:00Z', '2026-11-23T14:25'],
    ['UTC', '2026-11-23T00:00:00Z', '2026-11-23T00:00'],
    ['America/New_York', '2026-01-01T04:59:00Z', '2025-12-31T23:59'],
    ['Asia/Kathmandu', '2026-11-23T18:15:00Z', '2026-11-24T00:00'],
    // The last minute before a change of the clocks, and the first after it.
    ['Europe/Berlin', '2026-03-29T00:59:00Z', '2026-03-29T01:59'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00'],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-25T02:00'],
  ])('%s: %s is %s there and back', (zone, utc, there) => {
    expect(toZoned(at(utc), zone)).toBe(there);
    expect(fromZoned(there, zone)).toBe(at(utc));
  });

  it('a time that the clocks skip is moved by their change', () => {
    expect(fromZoned('2026-03-29T02:30', 'Europe/Berlin')).toBe(at('2026-03-29T01:30:00Z'));
  });

  it.each(['', 'x', '2026-13-01T00:00'])('%j is no time', (text) => {
    expect(fromZoned(text, 'UTC')).toBeNull();
  });

  it('are named with the offset of the day', () => {
    expect(zoneName('Asia/Shanghai', at('2026-11-23T00:00:00Z'))).toBe('Asia/Shanghai (GMT+8)');
    expect(zoneName('Europe/Berlin', at('2026-07-01T00:00:00Z'))).toBe('Europe/Berlin (GMT+2)');
    expect(zoneName('Europe/Berlin', at('2026-12-01T00:00:00Z'))).toBe('Europe/Berlin (GMT+1)');
  });
});
