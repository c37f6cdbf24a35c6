import { expect, it } from '@jest/globals';
import { relativeTime } from './relative-time-text';

it.each([
  [0, '0 sec. ago', '0秒钟前'],
  [-12_900, '12 sec. ago', '12秒前'],
  [12_900, 'in 12 sec.', '12秒后'],
  [-59_999, '59 sec. ago', '59秒前'],
  [-60_000, '1 min. ago', '1分钟前'],
  [-3_599_999, '59 min. ago', '59分钟前'],
  [-3_600_000, '1 hr. ago', '1小时前'],
  [-172_799_999, '47 hr. ago', '47小时前'],
  [-172_800_000, '2 days ago', '2天前'],
])('%i ms: %s, %s', (ms, english, chinese) => {
  expect(relativeTime(ms, 'en')).toBe(english);
  expect(relativeTime(ms, 'zh-CN').replace('秒钟', '秒')).toBe(chinese.replace('秒钟', '秒'));
});
