import { describe, expect, it } from '@jest/globals';
import type { CallReport } from '@app/sandbox';
import { toRecord } from './to-record.js';

const RAN = { id: 3, applicationId: 2, version: 5 };
const report = (more: Partial<CallReport> = {}): CallReport => ({
  outcome: { ok: true, value: '1' },
  console: [],
  durationMs: 1.5,
  heapBytes: 100,
  ...more,
});
const failure = (reason: string) => report({ outcome: { ok: false, reason } });

describe('toRecord', () => {
  it('of a success', () => {
    expect(toRecord(RAN, report({ console: ['a', 'b'] }), 7)).toEqual({
      functionId: 3,
      applicationId: 2,
      version: 5,
      at: 7,
      ok: true,
      durationMs: 2,
      heapBytes: 100,
      error: null,
      console: 'a\nb',
    });
  });

  it('of a failure', () => {
    expect(toRecord(RAN, failure('boom'), 7)).toMatchObject({ ok: false, error: 'boom', console: '' });
  });

  it.each([
    ['x'.repeat(1001), 'x'.repeat(1000)],
    [`${'x'.repeat(999)}🔑`, `${'x'.repeat(999)}\uFFFD`],
  ])('cuts the error at 1,000 characters, well-formed', (reason, error) => {
    expect(toRecord(RAN, failure(reason), 7).error).toBe(error);
  });

  it.each<[string, string[], string]>([
    ['exactly', ['x'.repeat(8192)], 'x'.repeat(8192)],
    ['several lines', ['x'.repeat(8000), 'y'.repeat(1000)], `${'x'.repeat(8000)}\n${'y'.repeat(191)}`],
    ['whole characters only', [`x${'钥'.repeat(3000)}`], `x${'钥'.repeat(2730)}`],
    ['a mark at the beginning', ['\uFEFFx'], '\uFEFFx'],
  ])('cuts the console output at 8 KiB: %s', (_, lines, expected) => {
    const { console } = toRecord(RAN, report({ console: lines }), 7);
    expect(console).toBe(expected);
    expect(Buffer.byteLength(console)).toBeLessThanOrEqual(8192);
  });
});
