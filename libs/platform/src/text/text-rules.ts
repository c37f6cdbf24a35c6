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

/** Whether `JSON.parse` takes the text. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
