import { describe, expect, it } from '@jest/globals';
import { refusalWords } from './refusal-words.js';

describe('refusalWords', () => {
  it.each([
    [10218, 'the card does not exist or is used up', '卡密不可用（不存在）'],
    [429, 'too many attempts; try again later', '尝试次数过多，请稍后再试'],
    [10212, 'the card is frozen / blocked by the administrator', '卡密已被冻结 / 已被管理员封禁'],
    [99999, '99999', '99999'],
  ])('of %d', (code, en, zh) => expect(refusalWords(code)).toEqual({ en, zh }));
});
