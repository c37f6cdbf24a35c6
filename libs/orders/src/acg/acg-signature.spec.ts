import { describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { acgSignature, isAcgSigned } from './acg-signature.js';

const md5 = (text: string) => hash('md5', text, 'hex');
const KEY = 'k9f8a7b6c5';

describe('acgSignature', () => {
  it.each<[string, [string, string][], string]>([
    [
      'sorts by name',
      [
        ['b', '2'],
        ['app_id', '1'],
        ['a', '3'],
      ],
      'a=3&app_id=1&b=2&key=k9f8a7b6c5',
    ],
    [
      'leaves empty fields and the signature out, and keeps 0',
      [
        ['race', ''],
        ['card_id', '0'],
        ['sign', 'x'],
      ],
      'card_id=0&key=k9f8a7b6c5',
    ],
    [
      'keeps members of a list in their order, also empty ones',
      [
        ['sku[b]', '1'],
        ['sku[a]', ''],
        ['num', '1'],
      ],
      'num=1&sku[b]=1&sku[a]=&key=k9f8a7b6c5',
    ],
    [
      'sorts a list by its name alone',
      [
        ['sku2', 'x'],
        ['sku[a]', 'y'],
      ],
      'sku[a]=y&sku2=x&key=k9f8a7b6c5',
    ],
    ['signs decoded values', [['contact', '张 a&b=c+%41']], 'contact=张 a&b=c+%41&key=k9f8a7b6c5'],
    [
      'sorts by bytes',
      [
        ['\u{1f511}', '2'],
        ['\uff21', '1'],
      ],
      '\uff21=1&\u{1f511}=2&key=k9f8a7b6c5',
    ],
    ['signs a form without fields', [], '&key=k9f8a7b6c5'],
  ])('%s', (_, fields, text) => {
    expect(acgSignature(fields, KEY)).toBe(md5(text));
    expect(isAcgSigned([...fields.filter(([name]) => name !== 'sign'), ['sign', md5(text)]], KEY)).toBe(true);
    expect(isAcgSigned([...fields, ['a', '1'], ['sign', md5(text)]], KEY)).toBe(false);
  });

  it('does not match another key', () => {
    expect(isAcgSigned([['sign', acgSignature([], 'other')]], KEY)).toBe(false);
    expect(isAcgSigned([], KEY)).toBe(false);
  });
});
