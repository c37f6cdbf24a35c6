import { describe, expect, it } from '@jest/globals';
import { relativeTime } from './relative-time-text';

describe('relativeTime', () => {
  it.each([
    [0, 'now', '现在'],
    [-999, 'now', '现在'],
    [-59_999, '59 sec. ago', '59秒前'],
    [-60_000, '1 min. ago', '1分钟前'],
    [-3_599_999, '59 min. ago', '59分钟前'],
    [-3_600_000, '1 hr. ago', '1小时前'],
    [-86_400_000, 'yesterday', '昨天'],
    [-8 * 86_400_000, '8 days ago', '8天前'],
    [2 * 86_400_000, 'in 2 days', '后天'],
  ])('%d ms from now', (distance, en, zh) => {
    const now = 1_768_478_400_000;
    expect(relativeTime(now + distance, now, 'en')).toBe(en);
    expect(relativeTime(now + distance, now, 'zh-CN')).toBe(zh);
  });
});
