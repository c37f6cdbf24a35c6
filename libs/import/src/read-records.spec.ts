import { describe, expect, it } from '@jest/globals';
import { type FileFault, readCsvRecords, readJsonRecords, type SourceRecord } from './read-records.js';

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

async function json(text: string, size = 5): Promise<SourceRecord[]> {
  return Array.fromAsync(readJsonRecords(pieces(text, size)));
}

const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'none',
    (error: unknown) => (error as FileFault).code,
  );

describe('readJsonRecords', () => {
  const A = '{"card":"A","devices":["D{1","D]\\"2"]}';
  const B = '{ "card" : "B\\\\" }';
  const values = [{ card: 'A', devices: ['D{1', 'D]"2'] }, { card: 'B\\' }];

  it.each([
    ['a list', `\uFEFF [ ${A} , ${B} ]\n`],
    ['lines', `${A}\n${B}\n`],
  ])('reads %s, however it is split', async (_, text) => {
    for (const size of [1, 2, 7, 1000]) {
      const records = await json(text, size);
      expect(records.map((record) => record.values)).toEqual(values);
      expect(records.map(({ line }) => line)).toEqual([1, 2]);
    }
  });

  it.each([1, 3, 1000])('reads lists in an object in pieces of %i', async (size) => {
    const text = `{"success":true,"empty":[],"n":{"a":[1]},"users":[{"username":"a","x":[{"y":1}]}],"keys":[ ${A} ]}`;
    const records = await json(text, size);
    expect(records.map(({ list, values }) => [list, values])).toEqual([
      ['users', { username: 'a', x: [{ y: 1 }] }],
      ['keys', values0()],
    ]);
    function values0() {
      return { card: 'A', devices: ['D{1', 'D]"2'] };
    }
  });

  it('reports objects that cannot be parsed, and reads on', async () => {
    const records = await json('[{"card":A},{"card":"A","card":"B"},{"card":"C"}]');
    expect(records.map(({ fault }) => fault?.code)).toEqual(['row_not_json', 'field_repeated', undefined]);
  });

  it.each([
    ['a number', '1', 'not_json_rows'],
    ['a list of texts', '["A","B"]', 'not_json_rows'],
    ['lists in a list', '[[1]]', 'not_json_rows'],
    ['an unfinished list', '[{"card":"A"}', 'not_json_rows'],
    ['an unfinished text', '[{"card":"A', 'not_json_rows'],
    ['brackets that do not fit', '[{"card":"A"]', 'not_json_rows'],
    ['two lists', '[{"a":1}][{"a":1}]', 'not_json_rows'],
    ['a word', 'card', 'not_json_rows'],
    ['deep lists', '[{"a":' + '['.repeat(100_000), 'json_too_deep'],
    ['a huge object', `[{"a":"${'x'.repeat(70_000)}"}]`, 'line_too_long'],
  ])('refuses %s', async (_, text, code) => {
    expect(await faultOf(json(text, 1000))).toBe(code);
  });

  it('does not let a member change the prototype', async () => {
    const [record] = await json('[{"__proto__":{"card":"A"},"card":"B"}]');
    expect(record!.values['card']).toBe('B');
    expect(({} as Record<string, unknown>)['card']).toBeUndefined();
  });
});

describe('readCsvRecords', () => {
  const csv = (text: string) => Array.fromAsync(readCsvRecords(pieces(text, 3), 100));

  it('reads rows by the names of their columns', async () => {
    expect(await csv('\uFEFF Card ,NOTE\r\nA,"x, y"\r\n\r\nB,\r\n')).toEqual([
      { line: 2, values: { card: 'A', note: 'x, y' } },
      { line: 4, values: { card: 'B', note: '' } },
    ]);
  });

  it('reports rows with a wrong number of fields', async () => {
    expect(await csv('card,note\nA\n')).toMatchObject([
      { line: 2, fault: { code: 'wrong_field_count', params: { fields: 1, columns: 2 } } },
    ]);
  });

  it.each([
    ['a repeated column', 'card,CARD\nA,B\n', 'column_repeated'],
    ['an open quote', 'card\n"A\n', 'not_csv'],
    ['many columns', `card${','.repeat(100)}\n`, 'too_many_columns'],
    ['many lines', 'card\n'.repeat(102), 'too_many_lines'],
  ])('refuses %s', async (_, text, code) => {
    expect(await faultOf(csv(text))).toBe(code);
  });
});
