const LAST = 0x10ffff;
/** UTF-8 has no code points from here on ... */
const SURROGATES = 0xd800;
/** ... up to this one, exclusive. */
const AFTER_SURROGATES = 0xe000;

/**
 * The least text that comes after all that begin with `prefix`, where texts are compared by their code points;
 * undefined when none does.
 */
export function endOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const next = last + 1 === SURROGATES ? AFTER_SURROGATES : last + 1;
  return String.fromCodePoint(...points, next);
}
