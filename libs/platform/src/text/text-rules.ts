/** Maximum size of a stored long text (configuration, notice, variable, data, source), in bytes of UTF-8. */
export const LONG_TEXT_MAX_BYTES = 64 * 1024;

/** Maximum length of a remote key or function name. */
export const REMOTE_NAME_MAX_LENGTH = 64;

/** True when a text has `min` to `max` characters. Characters are Unicode code points, as in databases. */
export function hasLength(text: string, min: number, max: number): boolean {
  if (text.length > 2 * max) return false;
  let length = 0;
  // A character above U+FFFF consists of two UTF-16 units; both are passed over in one step.
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) length++;
  return length >= min && length <= max;
}

/**
 * Returns a text that people have typed as printable text of at most `max` characters: line breaks and tabs become
 * spaces, other control and invisible formatting characters are removed. Printable text within `max` stays unchanged.
 */
export function toPrintable(text: string, max: number): string {
  const visible = text
    .toWellFormed()
    .replaceAll(/[\t-\r\u0085\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return hasLength(visible, 0, max) ? visible : Array.from(visible).slice(0, max).join('').trimEnd();
}

/** True when a text has no control or invisible formatting characters and no white space at either end. */
export function isPrintable(text: string): boolean {
  return text === text.trim() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}

/**
 * Characters of remote keys and function names: letters of any script, combining marks, digits, `_`, `.` and `-`. Names
 * are compared byte by byte, so a precomposed é differs from a decomposed é.
 */
export const REMOTE_NAME_PATTERN = '^[\\p{L}\\p{M}\\p{Nd}_.-]+$';
const REMOTE_NAME = new RegExp(REMOTE_NAME_PATTERN, 'u');

/** True when a text has 1 to `max` characters, counted as code points, all allowed in remote names. */
export function isRemoteName(text: string, max = REMOTE_NAME_MAX_LENGTH): boolean {
  return hasLength(text, 1, max) && REMOTE_NAME.test(text);
}

/** True for names that every JavaScript object or class has, such as `toString`. */
export function isBuiltInName(name: string): boolean {
  return name in Object.prototype || name === 'prototype';
}

/** True when `JSON.parse` accepts the text. */
export function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}

/** True when the text is a JSON array. */
export function isJsonList(text: string): boolean {
  return Array.isArray(parseJson(text));
}

/**
 * Parses a JSON text.
 * @returns `undefined` if the text is not JSON
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
