import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { answerText, requestText, sentPath, type SignedAnswer, type SignedRequest } from './signed-texts.js';

// Texts made of the characters that separate names, values and lines, so that the test detects mistakes in escaping.
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '1', '=', '%', '\n', '\r', '&', '2', '5', 'D') }),
  fc.string({ unit: 'binary' }),
);
const method = fc.constantFrom('GET', 'POST', 'DELETE');
// A path as HTTP can carry it: without a line end.
const path = fc
  .string({ unit: fc.constantFrom('a', '/', '%', '=', '2', '5') })
  .map((end) => `/api/client/v1/${end}`);
const pairs = fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name, maxLength: 5 });

const request = fc.record<SignedRequest>({
  method,
  path,
  parameters: pairs.map((all) => new Map(all.filter(([name]) => name !== 'sign'))),
});
const answer = fc.record<SignedAnswer>({
  method,
  path,
  nonce: text,
  time: fc.nat(),
  code: fc.nat(99_999),
  message: text,
  members: pairs.map((all) => Object.fromEntries(all)),
});

const unescape = (part: string) =>
  part.replace(/%(25|3D|0D|0A)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
const pairsOf = (lines: string[]) => lines.map((line) => line.split('=').map(unescape));
const sorted = (all: Iterable<[string, string]>) =>
  [...all].toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

describe('The signed text of a request', () => {
  it('is lines of method, path and sorted parameters without sign', () => {
    const parameters = new Map([
      ['nonce', 'N'],
      ['sign', 'x'],
      ['card', 'a=b&c%\r\n'],
      ['empty', ''],
      ['Z', '卡 +'],
    ]);
    expect(requestText({ method: 'POST', path: '/api/client/v1/card/login', parameters })).toBe(
      'latchkey-request-v1\nPOST\n/api/client/v1/card/login\nZ=卡 +\ncard=a%3Db&c%25%0D%0A\nempty=\nnonce=N',
    );
  });

  it('can be read back, so no two requests have the same text', () => {
    fc.assert(
      fc.property(request, (given) => {
        const [prefix, method, path, ...lines] = requestText(given).split('\n');
        expect({ prefix, method, path }).toEqual({
          prefix: 'latchkey-request-v1',
          method: given.method,
          path: given.path,
        });
        expect(pairsOf(lines)).toEqual(sorted(given.parameters));
      }),
    );
  });
});

describe('The signed text of an answer', () => {
  it('is lines of the request, the time, code, message and sorted members', () => {
    expect(
      answerText({
        method: 'GET',
        path: '/api/client/v1/remote/variables/a%20b',
        nonce: 'N=1',
        time: 1_574_654_197,
        code: 0,
        message: 'ok',
        members: { value: 'two\nlines', time: 5, 'a=b': '%' },
      }),
    ).toBe(
      'latchkey-answer-v1\nGET\n/api/client/v1/remote/variables/a%20b\nN%3D1\n1574654197\n0\nok\n' +
        'a%3Db=%25\ntime=5\nvalue=two%0Alines',
    );
  });

  it('can be read back, so no two answers have the same text', () => {
    fc.assert(
      fc.property(answer, (given) => {
        const [prefix, method, path, nonce, time, code, message, ...lines] = answerText(given).split('\n');
        expect({ prefix, method, path, time, code }).toEqual({
          prefix: 'latchkey-answer-v1',
          method: given.method,
          path: given.path,
          time: String(given.time),
          code: String(given.code),
        });
        expect([nonce, message].map((part) => unescape(part!))).toEqual([given.nonce, given.message]);
        expect(pairsOf(lines)).toEqual(sorted(Object.entries(given.members as Record<string, string>)));
      }),
    );
  });

  it('is never that of a request', () => {
    fc.assert(
      fc.property(answer, request, (one, other) => {
        expect(answerText(one)).not.toBe(requestText(other));
      }),
    );
  });
});

describe('sentPath', () => {
  it.each([
    ['/api/client/v1/card/login', '/api/client/v1/card/login'],
    ['/api/client/v1/card/config?card=a/b?c', '/api/client/v1/card/config'],
    ['/api/client/v1/remote/variables/%E5%80%BC%2f?x', '/api/client/v1/remote/variables/%E5%80%BC%2f'],
    ['http://host:1/api/client/v1/ping?x=1', '/api/client/v1/ping'],
    ['https://host/api/client/v1/ping', '/api/client/v1/ping'],
  ])('of %s', (url, path) => expect(sentPath(url)).toBe(path));
});
