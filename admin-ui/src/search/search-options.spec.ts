import { describe, expect, it } from '@jest/globals';
import { onlyCard, resultOptions, type SearchResult, targetOf } from './search-options';

const RESULT: SearchResult = {
  kind: 'card',
  id: 7,
  applicationId: 2,
  applicationName: 'App',
  title: 'A&B',
  match: 'full',
  matched: 'AB',
  status: null,
  frozen: null,
  expiresAt: null,
  issuedAt: null,
  cardTypeName: null,
  holderKind: null,
  holderId: null,
  holderName: null,
  at: null,
  refusal: null,
};
const REFUSAL = { at: 1, code: 10217, en: '', zh: '', name: 'CARD' };

describe('targetOf', () => {
  it.each<[Partial<SearchResult>, string]>([
    [{}, '/cards/7/show'],
    [{ kind: 'user' }, '/users/7/show'],
    [{ kind: 'order' }, '/orders/7/show'],
    [{ kind: 'batch' }, '/cards?filter=%7B%22batch%22%3A%22A%26B%22%7D'],
    [{ kind: 'address' }, '/sessions?filter=%7B%22ip%22%3A%22A%26B%22%7D'],
    [{ kind: 'address', at: 1, refusal: REFUSAL }, '/sessions?filter=%7B%22ip%22%3A%22A%26B%22%7D'],
    [{ kind: 'address', refusal: REFUSAL }, '/refusals?filter=%7B%22ip%22%3A%22A%26B%22%7D'],
    [{ kind: 'device', refusal: { ...REFUSAL, name: null } }, '/devices/lookup?q=A%26B'],
    [{ kind: 'device', holderKind: 'user', holderId: 9 }, '/users/9/show'],
    [{ kind: 'device', holderKind: 'card', holderId: 9 }, '/cards/9/show'],
    [{ kind: 'device', holderKind: 'trial' }, '/trials?filter=%7B%22deviceId%22%3A%22A%26B%22%7D'],
    [{ kind: 'device' }, '/sessions?filter=%7B%22deviceId%22%3A%22A%26B%22%7D'],
  ])('of %j is %s', (fields, path) => {
    expect(targetOf({ ...RESULT, ...fields })).toEqual({ path, applicationId: 2 });
  });

  it('of a device that was only refused is another search', () => {
    expect(targetOf({ ...RESULT, kind: 'device', refusal: REFUSAL })).toEqual({ query: 'CARD' });
  });
});

describe('resultOptions', () => {
  it('groups by kind, cards with similar keys apart', () => {
    const near: SearchResult = { ...RESULT, match: 'near' };
    const options = resultOptions({
      results: [RESULT, { ...RESULT, kind: 'user' }],
      near: [near],
      more: [],
      refused: [],
    });
    expect(options.map(({ group }) => group)).toEqual(['card', 'user', 'near']);
    expect(new Set(options.map(({ id }) => id)).size).toBe(3);
  });
});

describe('onlyCard', () => {
  const part: SearchResult = { ...RESULT, id: 8, match: 'suffix' };
  it.each<[string, SearchResult[], number | undefined]>([
    ['nothing', [], undefined],
    ['one part', [part], 8],
    ['two parts', [part, { ...part, id: 9 }], undefined],
    ['a full one among parts', [RESULT, part], 7],
    ['two full ones', [RESULT, { ...RESULT, id: 9 }], undefined],
    ['a user', [{ ...RESULT, kind: 'user' }], undefined],
  ])('of %s', (_, results, id) => {
    expect(onlyCard({ results, near: [], more: [], refused: [] })?.id).toBe(id);
  });
});
