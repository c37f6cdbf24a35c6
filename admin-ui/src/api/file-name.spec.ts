import { expect, it } from '@jest/globals';
import { fileNameOf } from './file-name';

it.each([
  ['attachment; filename=cards-2026-01-15.txt', 'cards-2026-01-15.txt'],
  ['attachment; filename="cards;#1-2026-01-15.txt"', 'cards;#1-2026-01-15.txt'],
  [`attachment; filename="?.txt"; filename*=UTF-8''%E6%9C%88%E5%8D%A1.txt`, '月卡.txt'],
  ['attachment', undefined],
])('the file name in %j is %j', (disposition, name) => {
  expect(fileNameOf(new Headers({ 'content-disposition': disposition }))).toBe(name);
});
