/** Largest long text that is stored (a configuration, a notice, a variable, data, a source), in bytes of UTF-8. */
export const LONG_TEXT_MAX_BYTES = 64 * 1024;

/** Longest remote key or function name. */
export const REMOTE_NAME_MAX_LENGTH = 64;

/** Whether a text has `min` to `max` characters, counted as Unicode code points, as databases count them. */
export function hasLength(text: string, min: number, max: number): boolean {
  if (text.length > 2 * max) return false;
  const { length } = Array.from(text);
  return length >= min && length <= max;
}

/** No control or invisible formatting characters, no white space at either end. */
export function isPrintable(text: string): boolean {
  return text === text.trim() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}

/**
 * The characters of remote keys and names of functions: letters of any script, with the marks that many scripts write
 * them with, digits, `_`, `.` and `-`. Names compare byte for byte, so a composed é and one of two characters differ.
 */
export const REMOTE_NAME_PATTERN = '^[\\p{L}\\p{M}\\p{Nd}_.-]+$';
const REMOTE_NAME = new RegExp(REMOTE_NAME_PATTERN, 'u');

/** Whether a text has 1 to `max` of the characters of remote names, counted as code points. */
export function isRemoteName(text: string, max = REMOTE_NAME_MAX_LENGTH): boolean {
  return hasLength(text, 1, max) && REMOTE_NAME.test(text);
}

/** Whether `JSON.parse` takes the text. */
export function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}

/** Whether the text is JSON of a list. */
export function isJsonList(text: string): boolean {
  return Array.isArray(parseJson(text));
}

/** @returns undefined, which no JSON text stands for, when it is none */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
