import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { dujiaoSignature, timeFault } from './dujiao-signature.js';

describe('dujiaoSignature', () => {
  const request = { method: 'GET', path: '/api/v1/upstream/products', time: '1700000000', body: '' };

  it('covers method, path, time and the MD5 of the body', () => {
    const text = 'GET\n/api/v1/upstream/products\n1700000000\nd41d8cd98f00b204e9800998ecf8427e';
    expect(dujiaoSignature(request, 'secret')).toBe(
      createHmac('sha256', 'secret').update(text).digest('hex'),
    );
    expect(dujiaoSignature({ ...request, body: Buffer.alloc(0) }, 'secret')).toBe(
      dujiaoSignature(request, 'secret'),
    );
  });

  it.each([{ method: 'POST' }, { path: '/x' }, { time: '1700000001' }, { body: '{}' }])(
    'differs with %j',
    (change) => {
      expect(dujiaoSignature({ ...request, ...change }, 'secret')).not.toBe(
        dujiaoSignature(request, 'secret'),
      );
    },
  );
});

describe('timeFault', () => {
  const NOW = 1_700_000_000_999;

  it.each([
    ['1700000000', undefined],
    ['1700000060', undefined],
    ['1699999940', undefined],
    ['1700000061', 'timestamp_expired'],
    ['1699999939', 'timestamp_expired'],
    ['1700000000000', 'invalid_timestamp'],
    ['170000000000', 'timestamp_expired'],
    ['-1700000000', 'invalid_timestamp'],
    ['1.7e9', 'invalid_timestamp'],
    ['', 'invalid_timestamp'],
  ])('of %j is %j', (time, fault) => {
    expect(timeFault(time, NOW)).toBe(fault);
  });
});
