import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { NonceTable, toNonceKey } from './nonce-table.js';

const SINCE = 1_768_478_400_000;

const keyOf = (nonce: string) => {
  const key = new Uint32Array(3);
  toNonceKey(nonce, key);
  return key;
};

it('holds the same as a Map', () => {
  const holds = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })));
  fc.assert(
    fc.property(holds, fc.string({ maxLength: 2 }), (held, other) => {
      const nonces = new NonceTable(SINCE);
      const map = new Map<string, number>();
      for (const [nonce, after] of held) {
        nonces.hold(keyOf(nonce), SINCE + after);
        map.set(nonce, SINCE + after);
      }
      expect(nonces.size).toBe(map.size);
      for (const nonce of [...map.keys(), other])
        expect(nonces.heldUntil(keyOf(nonce))).toBe(map.get(nonce) ?? 0);
    }),
  );
});

it('holds a hundred thousand', () => {
  const nonces = new NonceTable(SINCE);
  for (let i = 0; i < 100_000; i++) nonces.hold(keyOf(`n${i}`), SINCE + 1 + i);
  expect(nonces.size).toBe(100_000);
  const wrong = [];
  for (let i = 0; i < 100_000; i++) {
    if (nonces.heldUntil(keyOf(`n${i}`)) !== SINCE + 1 + i || nonces.heldUntil(keyOf(`x${i}`)) !== 0)
      wrong.push(i);
  }
  expect(wrong).toEqual([]);
});

it('distinguishes keys that hash to the same slot', () => {
  const nonces = new NonceTable(SINCE);
  const keys = [0, 1, 2, 3].map((third) => Uint32Array.of(7, 7, third));
  keys.forEach((key, i) => nonces.hold(key, SINCE + i + 1));
  expect(keys.map((key) => nonces.heldUntil(key) - SINCE)).toEqual([1, 2, 3, 4]);
  expect(nonces.heldUntil(Uint32Array.of(7, 7, 4))).toBe(0);
});
