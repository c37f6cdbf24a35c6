/** A body that is costly to read, validate or answer, filled up to a size in bytes. */
export interface WorstBody {
  name: string;
  type: string;
  make: (size: number) => string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Returns as many distinct short names as fit. */
function names(size: number, each: (name: string) => string, joint: string): string {
  const all: string[] = [];
  for (let length = 0, i = 0; ; i++) {
    const text = each(i < LETTERS.length ? LETTERS[i]! : i.toString(36));
    length += text.length + joint.length;
    if (length > size) return all.join(joint);
    all.push(text);
  }
}

function fill(start: string, piece: string, end: string, size: number): string {
  return (
    start + piece.repeat(Math.max(0, Math.floor((size - start.length - end.length) / piece.length))) + end
  );
}

const json = (name: string, make: WorstBody['make']): WorstBody => ({
  name: `JSON: ${name}`,
  type: JSON_TYPE,
  make,
});
const form = (name: string, make: WorstBody['make']): WorstBody => ({
  name: `form: ${name}`,
  type: FORM_TYPE,
  make,
});
const multipart = (name: string, make: WorstBody['make'], boundary = 'B'): WorstBody => ({
  name: `multipart: ${name}`,
  type: `multipart/form-data; boundary=${boundary}`,
  make,
});

export const WORST_JSON: WorstBody[] = [
  json('different names', (size) => `{${names(size - 2, (name) => `"${name}":1`, ',')}}`),
  json('one name again and again', (size) => fill('{"a":1', ',"a":1', '}', size)),
  json('empty objects', (size) => fill('[{}', ',{}', ']', size)),
  json('objects in a field', (size) => fill('{"ids":[{}', ',{}', ']}', size)),
  json('numbers in a field', (size) => fill('{"ids":[1', ',1', ']}', size)),
  json('deep lists', (size) => '['.repeat(size / 2) + ']'.repeat(size / 2)),
  json('deep objects', (size) => fill('', '{"a":', '1', size)),
  json('one number', (size) => fill('{"a":1', '1', '}', size)),
  json('one text', (size) => fill('{"a":"', 'x', '"}', size)),
  json('one name', (size) => fill('{"', 'x', '":1}', size)),
  json('escapes', (size) => fill('{"a":"', '\\u0041', '"}', size)),
  json('escaped quotes', (size) => fill('{"a":"', '\\"', '"}', size)),
  json('white space', (size) => fill('', ' ', '{}', size)),
  json('nothing but white space', (size) => ' '.repeat(size)),
];

export const WORST_FORMS: WorstBody[] = [
  form('one name again and again', (size) => fill('a', '&a', '', size)),
  form('different names', (size) => names(size, (name) => name, '&')),
  form('separators', (size) => '&'.repeat(size)),
  form('escapes', (size) => fill('a=', '%41', '', size)),
  form('escapes that are no text', (size) => fill('a=', '%ff', '', size)),
  form('plus signs', (size) => fill('a=', '+', '', size)),
  form('equals signs', (size) => '='.repeat(size)),
];

export const WORST_MULTIPART: WorstBody[] = [
  multipart('parts with a name', (size) =>
    fill('', '--B\r\nContent-Disposition:form-data;name=a\r\n\r\n\r\n', '--B--\r\n', size),
  ),
  multipart('parts without anything', (size) => fill('', '--B\r\n\r\n\r\n', '--B--\r\n', size)),
  multipart('boundaries', (size) => fill('', '--B\r\n', '--B--\r\n', size)),
  multipart('almost boundaries', (size) => fill('--B\r\n\r\n', '\r\n--C', '\r\n--B--\r\n', size)),
  multipart(
    'almost a boundary, letter by letter',
    (size) => fill(`--${'-'.repeat(69)}B\r\n\r\n`, '-', '', size),
    `${'-'.repeat(69)}B`,
  ),
  multipart('parameters of heads', (size) =>
    fill(
      '',
      `--B\r\nContent-Disposition:form-data;name=a${";a*=gbk''%41".repeat(19)}\r\n\r\n\r\n`,
      '--B--\r\n',
      size,
    ),
  ),
  multipart('header lines', (size) => fill('--B\r\n', 'a:b\r\n', '\r\n\r\n--B--\r\n', size)),
  multipart('one header', (size) => fill('--B\r\nContent-Disposition:', ';', '\r\n\r\n--B--\r\n', size)),
  multipart('one header of quotes', (size) =>
    fill('--B\r\nContent-Disposition:form-data;name="', '\\"', '\r\n\r\n--B--\r\n', size),
  ),
  multipart('one value', (size) =>
    fill('--B\r\nContent-Disposition:form-data;name=a\r\n\r\n', 'x', '\r\n--B--\r\n', size),
  ),
];

/** The costliest bodies of each format. */
export const COSTLIEST: WorstBody[] = [WORST_JSON[0]!, WORST_JSON[2]!, WORST_FORMS[0]!, WORST_MULTIPART[0]!];

/** Bodies for an import of cards, whose valid format is text or CSV. */
export const WORST_IMPORTS: WorstBody[] = [
  { name: 'text: short lines', type: 'text/plain', make: (size) => fill('', 'a\n', '', size) },
  { name: 'text: empty lines', type: 'text/plain', make: (size) => '\n'.repeat(size) },
  { name: 'text: one line', type: 'text/plain', make: (size) => 'a'.repeat(size) },
  { name: 'text: returns', type: 'text/plain', make: (size) => '\r'.repeat(size) },
  { name: 'CSV: short lines', type: 'text/csv', make: (size) => fill('card\n', 'a\n', '', size) },
  { name: 'CSV: columns', type: 'text/csv', make: (size) => fill('card', ',b', '', size) },
  {
    name: 'CSV: columns and lines',
    type: 'text/csv',
    make: (size) => fill(`${'b,'.repeat(100_000)}card\n`, 'a\n', '', size),
  },
  { name: 'CSV: quotes', type: 'text/csv', make: (size) => fill('card\n"', '""', '', size) },
  { name: 'CSV: quoted lines', type: 'text/csv', make: (size) => fill('card\n', '"a"\n', '', size) },
  { name: 'CSV: empty fields', type: 'text/csv', make: (size) => fill('card\n', ',', '', size) },
];

/** Query strings of the maximum length of a request head. */
export const WORST_QUERIES: string[] = [
  `?${'a&'.repeat(7000)}`,
  `?${names(14_000, (name) => name, '&')}`,
  `?a=${'%41'.repeat(4600)}`,
  `?filter=${encodeURIComponent('['.repeat(4000))}`,
  `?filter={${names(11_000, (name) => `%22${name}%22:1`, ',')}}`,
  `?filter={%22id%22:[${'1,'.repeat(6000)}1]}`,
  `?filter={%22id%22:[${'{},'.repeat(4000)}{}]}`,
  `?sort=[${'%22id%22,'.repeat(1000)}%22id%22]`,
];
