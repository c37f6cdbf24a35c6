import { describe, expect, it } from '@jest/globals';
import { ParameterError } from '../errors/client-errors.js';
import { parseMultipartParameters } from './multipart-parameters.js';

const TYPE = 'multipart/form-data; boundary=B';
const FILE_PART =
  'Content-Disposition: form-data; name="a"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n1';

/** Returns a body of raw parts, including their headers. */
const bodyOf = (...parts: string[]) =>
  Buffer.from(`${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`);

const field = (disposition: string, value: string, headers = '') =>
  `Content-Disposition: form-data; ${disposition}${headers}\r\n\r\n${value}`;

async function refusal(body: Buffer, type = TYPE): Promise<Record<string, string>> {
  const error: unknown = await parseMultipartParameters(body, type).catch((thrown: unknown) => thrown);
  if (!(error instanceof ParameterError)) throw new Error('not refused', { cause: error });
  return Object.fromEntries(Object.entries(error.reasons).map(([name, { key }]) => [name, key]));
}

describe('parseMultipartParameters', () => {
  it('a part with many parameters in its head is refused before it is parsed', async () => {
    const head = `name="a"${";a*=gbk''%41".repeat(19)}`;
    expect(await refusal(bodyOf(field(head, 'x')))).toEqual({ body: 'multipart' });
    expect(await refusal(bodyOf(field('name="a"', 'x')), `${TYPE}; boundary=C`)).toEqual({
      body: 'boundary',
    });
  });

  it.each([
    ['a quoted name', field('name="card"', 'C1'), ['card', 'C1']],
    ['an unquoted name, as .NET sends it', field('name=card', 'C1', '\r\nContent-Type: text/plain; charset=utf-8'), ['card', 'C1']], // prettier-ignore
    ['headers in any case', 'content-disposition: FORM-DATA; NAME="card"\r\n\r\nC1', ['card', 'C1']],
    ['an empty value', field('name="card"', ''), ['card', '']],
    ['a value with line breaks', field('name="card"', 'a\r\n\r\nb\n--C'), ['card', 'a\r\n\r\nb\n--C']],
    ['Unicode', field('name="卡"', '值😀\u0301'), ['卡', '值😀\u0301']],
    ['a name with escaped quotes', field('name="a\\"b\\\\c"', 'x'), ['a"b\\c', 'x']],
    ['a name with punctuation', field('name="a;b=c%22 d"', 'x'), ['a;b=c%22 d', 'x']],
    ['the name __proto__', field('name="__proto__"', 'x'), ['__proto__', 'x']],
  ])('reads a field with %s', async (_, part, expected) => {
    expect(await parseMultipartParameters(bodyOf(part), TYPE)).toEqual([expected]);
  });

  it('keeps repeated fields, in their order, for its caller to refuse', async () => {
    const body = bodyOf(field('name="a"', '1'), field('name="b"', '2'), field('name="a"', '3'));
    expect(await parseMultipartParameters(body, TYPE)).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ]);
  });

  it('reads a body without parts', async () => {
    expect(await parseMultipartParameters(bodyOf(), TYPE)).toEqual([]);
  });

  it('reads a boundary in quotes', async () => {
    const body = bodyOf(field('name="a"', '1'));
    expect(await parseMultipartParameters(body, 'Multipart/Form-Data; boundary="B"')).toEqual([['a', '1']]);
  });

  it('reads a field as long as the body', async () => {
    const value = 'x'.repeat(3_000_000);
    expect(await parseMultipartParameters(bodyOf(field('name="a"', value)), TYPE)).toEqual([['a', value]]);
  });

  it.each([
    ['with a file name', [FILE_PART], 'a'],
    ['with an empty file name', [field('name="a"; filename=""', '')], 'a'],
    ['of binary data', [field('name="a"', '1', '\r\nContent-Type: application/octet-stream')], 'a'],
    ['without a field name', [field('filename="a.txt"', '1')], 'body'],
    ['after a field', [field('name="b"', '1'), FILE_PART], 'a'],
    ['before a field', [FILE_PART, field('name="b"', '1')], 'a'],
  ])('refuses a file part %s', async (_, parts, parameter) => {
    expect(await refusal(bodyOf(...parts))).toEqual({ [parameter]: 'file' });
  });

  it('refuses a field without a name', async () => {
    expect(await refusal(bodyOf('Content-Disposition: form-data\r\n\r\n1'))).toEqual({ body: 'multipart' });
  });

  it.each([
    ['no multipart at all', 'hello', TYPE],
    ['another boundary', bodyOf(field('name="a"', '1')).toString(), 'multipart/form-data; boundary=C'],
    ['cut off within a header', '--B\r\nContent-Disposition: form-data; name="a"', TYPE],
    ['cut off within a field', `--B\r\n${field('name="a"', '1')}`, TYPE],
    ['cut off before the last boundary', `--B\r\n${field('name="a"', '1')}\r\n--B`, TYPE],
  ])('refuses a broken body: %s', async (_, body, type) => {
    expect(await refusal(Buffer.from(body), type)).toEqual({ body: 'multipart' });
  });

  it.each(['', '; boundary', `; boundary=${'B'.repeat(300)}`])(
    'refuses a content type without a usable boundary: "%s"',
    async (options) => {
      expect(await refusal(bodyOf(), `multipart/form-data${options}`)).toEqual({ body: 'boundary' });
    },
  );

  it('refuses more parts than the limit of parameters', async () => {
    const parts = Array.from({ length: 30_000 }, () => 'a: b\r\n\r\n');
    expect(await refusal(bodyOf(...parts))).toEqual({ body: 'too_many' });
  });

  it('refuses a long part without headers, at which the parser stops', async () => {
    expect(await refusal(bodyOf(`\r\n${'\r\n--C'.repeat(209_712)}`))).toEqual({ body: 'multipart' });
  });

  it.each([
    ['at once', `--B\r\n${FILE_PART}`],
    ['in a later field', `--B\r\n${FILE_PART}\r\n--B\r\n${field('name="b"', '1')}`],
    ['after a field', `--B\r\n${field('name="b"', '1')}\r\n--B\r\n${FILE_PART}`],
  ])('survives a body with a file part that is cut off %s', async (_, body) => {
    expect(await refusal(Buffer.from(body))).toEqual({ a: 'file' });
    // The parser fails once more after the refusal; this failure must not end the process.
    await new Promise(setImmediate);
  });
});
