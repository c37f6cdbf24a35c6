import { describe, expect, it } from '@jest/globals';
import { type ImportLine, parseCsv, parseLines } from './parse-import.js';

type Parse = (text: AsyncIterable<string>) => Promise<ImportLine[]>;

/** Yields the text in pieces of one size, as a connection may deliver it. */
async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

/** Reads the text in pieces of several sizes, which must all give the same lines. */
async function read(parse: Parse, text: string): Promise<unknown[]> {
  const whole = await parse(inPieces(text, text.length || 1));
  for (const size of [1, 2, 7]) expect(await parse(inPieces(text, size))).toEqual(whole);
  return whole;
}

describe('parseLines', () => {
  it.each<[string, string, [line: number, card: string][]]>([
    ['a line feed at the end', 'A\nB\n', [[1, 'A'], [2, 'B']]], // prettier-ignore
    ['no line feed at the end', 'A\nB', [[1, 'A'], [2, 'B']]], // prettier-ignore
    ['carriage returns', 'A\r\nB\r\n', [[1, 'A'], [2, 'B']]], // prettier-ignore
    ['empty lines', '\n\r\nA\n\n\nB\n\n', [[3, 'A'], [6, 'B']]], // prettier-ignore
    ['a line that CSV would split', 'A,"B"\n', [[1, 'A,"B"']]],
  ])('accepts %s', async (_, text, expected) => {
    expect(await read(parseLines, text)).toEqual(expected.map(([line, card]) => ({ line, card })));
  });

  it.each([
    [' A', 'the card has leading or trailing white space'],
    ['A\t', 'the card has leading or trailing white space'],
    ['A\rB', 'the card has unprintable characters'],
    ['A\u200BB', 'the card has unprintable characters'],
    ['x'.repeat(65), 'the card has more than 64 characters'],
    ['🂡'.repeat(65), 'the card has more than 64 characters'],
  ])('finds fault with %j', async (card, fault) => {
    const shown = Array.from(card).slice(0, 64).join('');
    expect(await read(parseLines, `OK\n${card}\n`)).toEqual([
      { line: 1, card: 'OK' },
      { line: 2, card: shown, fault: expect.objectContaining({ message: fault }) },
    ]);
  });

  it('accepts 64 characters that are surrogate pairs', async () => {
    expect(await read(parseLines, '🂡'.repeat(64))).toEqual([{ line: 1, card: '🂡'.repeat(64) }]);
  });

  it('accepts 100,000 cards, but not more', async () => {
    expect(await parseLines(inPieces('A\n'.repeat(100_000), 65_536))).toHaveLength(100_000);
    await expect(parseLines(inPieces('A\n'.repeat(100_001), 65_536))).rejects.toMatchObject({ status: 422 });
  });
});

describe('parseCsv', () => {
  it.each<[string, string, object[]]>([
    ['the columns it knows, in any order', 'b,NOTE, Card ,batch\n1,n,A,B1\n', [{ line: 2, card: 'A', note: 'n', batch: 'B1' }]],
    ['cards alone', 'card\nA\nB', [{ line: 2, card: 'A' }, { line: 3, card: 'B' }]],
    ['quotes', 'card,note\r\n"A,1","say ""hi"""\r\n', [{ line: 2, card: 'A,1', note: 'say "hi"' }]],
    ['empty lines', '\n\ncard\n\nA\n\n', [{ line: 5, card: 'A' }]],
    ['empty fields as missing', 'card,note,batch\nA,,\n', [{ line: 2, card: 'A' }]],
  ])('accepts %s', async (_, text, expected) => {
    expect(await read(parseCsv, text)).toEqual(expected);
  }); // prettier-ignore

  it.each([
    ['A,n,B1,x', 'has 4 fields, but the header has 3'],
    ['A', 'has 1 fields, but the header has 3'],
    [',n,B1', 'the card is missing'],
    [`A,${'n'.repeat(501)},`, 'the note has more than 500 characters'],
    ['"A","two\nlines",', 'the note has unprintable characters'],
    [`A,,${'b'.repeat(101)}`, 'the batch has more than 100 characters'],
    ['A,,B1 ', 'the batch has leading or trailing white space'],
  ])('finds fault with %j', async (record, fault) => {
    expect(await read(parseCsv, `card,note,batch\n${record}\n`)).toMatchObject([
      { fault: { message: fault } },
    ]);
  });

  it.each([
    ['', 'contains no cards'],
    ['card\n', 'contains no cards'],
    ['key\nA\n', 'must have a header row with exactly one column named card'],
    ['card,CARD\nA,B\n', 'must have a header row with exactly one column named card'],
    ['card\nA"B\n', expect.stringContaining('is not valid CSV: Invalid Opening Quote')],
    ['card\n"A\n', expect.stringContaining('is not valid CSV: Quote Not Closed')],
  ])('refuses %j', async (text, body) => {
    await expect(parseCsv(inPieces(text, 3))).rejects.toMatchObject({
      status: 422,
      response: { errors: { body } },
    });
  });

  it.each([
    ['a header of commas', `card${','.repeat(70_000)}`, 'has a line of more than 65536 characters'],
    ['a record of commas', `card\nA${','.repeat(70_000)}`, 'has a line of more than 65536 characters'],
    ['records of commas', `card\n${`${','.repeat(60_000)}\n`.repeat(17)}`, 'has more than 1000000 fields'],
    ['blank lines', `card\n${'\n'.repeat(200_001)}`, 'has more than 200000 lines, including blank ones'],
  ])('refuses %s before they are parsed', async (_, text, body) => {
    let taken = 0;
    const counted = async function* () {
      for await (const piece of inPieces(text + 'x'.repeat(1_000_000), 1000)) {
        taken += piece.length;
        yield piece;
      }
    };
    await expect(parseCsv(counted())).rejects.toMatchObject({ response: { errors: { body } } });
    expect(taken).toBeLessThanOrEqual(text.length + 1000);
  });

  it('passes on a failure of the source', async () => {
    const failing = async function* (): AsyncGenerator<string> {
      yield 'card\n';
      throw new Error('gone');
    };
    await expect(parseCsv(failing())).rejects.toThrow('gone');
    await expect(parseLines(failing())).rejects.toThrow('gone');
  });
});
