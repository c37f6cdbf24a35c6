/** A position at which a text is not valid JSON. */
export interface JsonFault {
  /** The first line is 1. */
  line: number;
  /** The first column is 1. Counted in UTF-16 units. */
  column: number;
}

const WHITE_SPACE = /[ \t\r\n]*/y;
const SCALAR =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** True if a text seems to be meant as JSON: it begins like an object or a list. */
export function seemsJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/**
 * Returns the position of the first JSON error; undefined if the text is valid. Browsers' error messages do not contain
 * the position of every error.
 */
export function jsonFault(text: string): JsonFault | undefined {
  const end = new JsonReader(text).read();
  if (end === undefined) return undefined;
  const lines = text.slice(0, end).split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}

/**
 * Indents valid JSON by two spaces, and changes only white space. The text is not parsed and written again, because that
 * would round large numbers, and drop or move keys.
 */
export function indentJson(text: string): string {
  const tokens = text.match(new RegExp(`[[\\]{},:]|${SCALAR.source}`, 'g')) ?? [];
  let depth = 0;
  let before = '';
  let indented = '';
  for (const token of tokens) {
    const isClosing = token === ']' || token === '}';
    const wasOpening = before === '[' || before === '{';
    if (isClosing) depth--;
    if (before === ':') indented += ' ';
    else if (before === ',' || wasOpening !== isClosing) indented += `\n${'  '.repeat(depth)}`;
    indented += token;
    if (token === '[' || token === '{') depth++;
    before = token;
  }
  return indented;
}

/** Reads the part of a text that is valid JSON, without recursion: a list holds the open brackets. */
class JsonReader {
  private at = 0;
  private readonly open: ('[' | '{')[] = [];

  constructor(private readonly text: string) {}

  /** Returns the position of the first character that is not valid JSON, or the end of the text if it is incomplete. */
  read(): number | undefined {
    do {
      if (!this.value()) return this.at;
    } while (this.open.length > 0);
    this.skip();
    return this.at === this.text.length ? undefined : this.at;
  }

  /** Reads to the next position where a value is expected, or to the end of the outermost value; false at a fault. */
  private value(): boolean {
    this.skip();
    if (this.take('[')) {
      this.open.push('[');
      if (!this.peek(']')) return true;
    } else if (this.take('{')) {
      this.open.push('{');
      if (!this.peek('}')) return this.name();
    } else if (!this.match(SCALAR)) return false;
    return this.close();
  }

  /** Reads closing brackets and the comma after a value. */
  private close(): boolean {
    for (let innermost = this.open.at(-1); innermost !== undefined; innermost = this.open.at(-1)) {
      this.skip();
      if (this.take(',')) return innermost === '[' || this.name();
      if (!this.take(innermost === '[' ? ']' : '}')) return false;
      this.open.pop();
    }
    return true;
  }

  private name(): boolean {
    this.skip();
    if (this.text[this.at] !== '"' || !this.match(SCALAR)) return false;
    this.skip();
    return this.take(':');
  }

  private skip(): void {
    this.match(WHITE_SPACE);
  }

  private peek(character: string): boolean {
    this.skip();
    return this.text[this.at] === character;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return false;
    this.at += found[0].length;
    return true;
  }
}
