import { describe, expect, it } from '@jest/globals';
import { readTextFile } from './read-text-file';
import { requestKeys } from './request-key';

describe('readTextFile', () => {
  it.each<[string, number[]]>([
    ['UTF-8', [0xe5, 0x8d, 0xa1]],
    ['GB 18030', [0xbf, 0xa8]],
  ])('reads %s', async (_, bytes) => {
    expect(await readTextFile(new Blob([new Uint8Array(bytes)]) as File)).toBe('卡');
  });
});

describe('requestKeys', () => {
  it('gives a repeated request its key, and another one a new key', () => {
    const keyOf = requestKeys();
    const first = keyOf({ count: 1 });
    expect(keyOf({ count: 1 })).toBe(first);
    const second = keyOf({ count: 2 });
    expect(second).not.toBe(first);
    expect(keyOf({ count: 1 })).not.toBe(first);
  });
});
