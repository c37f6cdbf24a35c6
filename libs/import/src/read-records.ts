import { readCsv, sizeOfJson, TextFault } from '@app/platform';
import type { RowFault } from './import-row.js';

/** Maximum length of an object of a JSON file. */
const MAX_OBJECT_LENGTH = 64 * 1024;
/** Maximum depth of objects and lists in a JSON file. */
const MAX_DEPTH = 16;
const MAX_COLUMNS = 100;

/** A record of a file as it was written. */
export interface SourceRecord {
  /** Line of a CSV file, or number of the object in JSON, from 1. */
  readonly line: number;
  /** Name of the list that contains the object, if the JSON file has several lists. */
  readonly list?: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  /** The reason why the record cannot be read; `values` is then incomplete. */
  readonly fault?: RowFault | undefined;
}

/** A fault that makes the whole file unreadable, not only one record. */
export class FileFault extends Error {
  constructor(
    readonly code: 'not_json_rows' | 'json_too_deep' | 'column_repeated' | 'too_many_columns',
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(code);
  }
}

/**
 * Reads CSV with a header row. Case and surrounding white space in column names are ignored.
 * @throws FileFault, TextFault
 */
export async function* readCsvRecords(
  text: AsyncIterable<string>,
  maxLines: number,
): AsyncGenerator<SourceRecord> {
  let header: readonly string[] | undefined;
  for await (const { record, line } of readCsv(text, maxLines)) {
    if (!header) {
      header = record.map((name) =>
        name
          .replace(/^\uFEFF/, '')
          .trim()
          .toLowerCase(),
      );
      if (header.length > MAX_COLUMNS) throw new FileFault('too_many_columns', { max: MAX_COLUMNS });
      const named = header.filter((name) => name !== '');
      if (new Set(named).size < named.length) throw new FileFault('column_repeated');
      continue;
    }
    const values = Object.fromEntries(header.map((name, i) => [name, record[i] ?? '']));
    const counts = { fields: record.length, columns: header.length };
    const fault: RowFault | undefined =
      record.length === header.length ? undefined : { code: 'wrong_field_count', params: counts };
    yield { line, values, fault };
  }
}

/**
 * Yields the objects of a JSON file as they arrive. The file contains a list, one object per line, or one object with
 * lists, such as `{"users":[…],"keys":[…]}`. Each object is parsed on its own, so that a large file does not block
 * other work.
 * @throws FileFault, TextFault
 */
export async function* readJsonRecords(text: AsyncIterable<string>): AsyncGenerator<SourceRecord> {
  const splitter = new JsonSplitter();
  let line = 0;
  for await (const piece of text) {
    for (const { json, list } of splitter.add(piece)) {
      line += 1;
      yield { line, list, ...parseObject(json) };
    }
  }
  splitter.finish();
}

function parseObject(json: string): Pick<SourceRecord, 'values' | 'fault'> {
  let values: unknown;
  try {
    values = JSON.parse(json);
  } catch {
    return { values: {}, fault: { code: 'row_not_json', params: {} } };
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return { values: {}, fault: { code: 'row_not_object', params: {} } };
  const record = values as Record<string, unknown>;
  // If two members have the same name, JSON.parse keeps only the last one.
  if (membersOf(record) < sizeOfJson(json).members)
    return { values: record, fault: { code: 'field_repeated', params: {} } };
  return { values: record };
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce((sum: number, member) => sum + membersOf(member), own);
}

interface JsonPiece {
  readonly json: string;
  readonly list: string | undefined;
}

/** Splits the text of a JSON file into its records, without parsing them. */
class JsonSplitter {
  /** The opening brackets of the lists and objects that are not closed yet. */
  private readonly open: string[] = [];
  /** Structure of the file, which determines where records are; `undefined` before the first bracket. */
  private mode: 'lines' | 'list' | 'lists in an object' | undefined;
  private isInText = false;
  private isEscaped = false;
  /** The latest JSON string that may be the name of a list. */
  private name = '';
  private list: string | undefined;
  /** The beginning of an unfinished record from earlier pieces; `undefined` between records. */
  private record: string | undefined;
  /** Position at which the unfinished record continues in this piece. */
  private start = 0;
  private recordDepth = 0;
  /** True until it is known whether the first object is a record or an object with lists. */
  private isFirst = true;
  private mayBeginList = false;

  /**
   * @returns the records that are now complete
   * @throws FileFault, TextFault
   */
  add(piece: string): JsonPiece[] {
    const found: JsonPiece[] = [];
    this.start = 0;
    for (let i = 0; i < piece.length; i++) {
      const character = piece[i]!;
      if (this.isInText) this.addToText(character);
      else if (!WHITE_SPACE.includes(character)) {
        if (character === '{' || character === '[') this.begin(character, i);
        else if (character === '}' || character === ']') {
          const json = this.end(character, piece.slice(this.start, i + 1));
          if (json !== undefined) found.push({ json, list: this.list });
        } else this.pass(character);
        this.mayBeginList = character === '[' && this.isFirst && this.open.length === 2;
      }
    }
    if (this.record !== undefined) {
      this.record += piece.slice(this.start);
      if (this.record.length > MAX_OBJECT_LENGTH)
        throw new TextFault('line_too_long', { max: MAX_OBJECT_LENGTH });
    }
    return found;
  }

  /** @throws FileFault when the text is not complete */
  finish(): void {
    if (this.open.length > 0 || this.isInText) throw new FileFault('not_json_rows');
  }

  private addToText(character: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (character === '\\') this.isEscaped = true;
    else if (character === '"') this.isInText = false;
    else if (this.isFirst || this.record === undefined) this.name = (this.name + character).slice(-MAX_NAME);
  }

  private begin(bracket: string, index: number): void {
    const depth = this.open.length;
    if (bracket === '{' && this.mayBeginList) {
      this.mode = 'lists in an object';
      this.isFirst = false;
      this.record = undefined;
      this.list = this.name;
    }
    if (depth === 0) {
      if (this.mode !== undefined && (this.mode !== 'lines' || bracket === '['))
        throw new FileFault('not_json_rows');
      this.mode = bracket === '[' ? 'list' : 'lines';
      if (bracket === '[') this.isFirst = false;
    } else if (depth === 1 && bracket === '[' && this.record === undefined) {
      if (this.mode === 'list') throw new FileFault('not_json_rows');
      this.list = this.name;
    }
    if (bracket === '{' && this.record === undefined && this.isPlaceOfRecord()) {
      this.record = '';
      this.recordDepth = depth;
      this.start = index;
    }
    this.open.push(bracket);
    if (this.open.length > MAX_DEPTH) throw new FileFault('json_too_deep', { max: MAX_DEPTH });
  }

  private isPlaceOfRecord(): boolean {
    const depth = this.open.length;
    if (this.mode === 'lists in an object') return depth === 2 && this.open[1] === '[';
    return depth === (this.mode === 'list' ? 1 : 0);
  }

  /** @returns the text of the record that ends here, if one does */
  private end(bracket: string, text: string): string | undefined {
    if (this.open.pop() !== (bracket === '}' ? '{' : '[')) throw new FileFault('not_json_rows');
    if (this.record === undefined || this.open.length > this.recordDepth) return undefined;
    const json = this.record + text;
    this.record = undefined;
    this.isFirst = false;
    if (json.length > MAX_OBJECT_LENGTH) throw new TextFault('line_too_long', { max: MAX_OBJECT_LENGTH });
    return json;
  }

  private pass(character: string): void {
    const isOutside = this.record === undefined && this.mode !== 'lists in an object';
    // In a list, only commas are allowed between records; in a file of one record per line, nothing is allowed.
    if (isOutside && !(character === ',' && this.mode === 'list')) throw new FileFault('not_json_rows');
    if (character !== '"') return;
    this.isInText = true;
    this.name = '';
  }
}

const WHITE_SPACE = ' \t\r\n\uFEFF';
/** Number of characters of a list's name that are kept. */
const MAX_NAME = 64;
