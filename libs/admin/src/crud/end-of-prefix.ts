const LAST = 0x10ffff;
/** First code point of the surrogates, which do not exist in UTF-8. */
const SURROGATES = 0xd800;
/** First code point after the surrogates. */
const AFTER_SURROGATES = 0xe000;

/**
 * Returns the smallest text that follows all texts with the given prefix in the order of code points. Returns
 * `undefined` if there is none.
 */
export function endOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const next = last + 1 === SURROGATES ? AFTER_SURROGATES : last + 1;
  return String.fromCodePoint(...points, next);
}
