/** Characters that people take for each other. */
const CONFUSED = ['0O', '1IL', '5S', '8B', '2Z'];
const MAX_VARIANTS = 24;

/**
 * Returns the texts that a normalized key may have been before somebody misread characters, at most 24: those with one
 * change first, then those with two, and so on. The text itself is not among them.
 */
export function confusedVariants(text: string): string[] {
  const variants = new Set([text]);
  // A set can grow while it is iterated, so that changes of changed texts follow.
  for (const variant of variants) {
    for (const [index, character] of Array.from(variant).entries()) {
      const group = CONFUSED.find((characters) => characters.includes(character)) ?? '';
      for (const other of group) {
        if (variants.size > MAX_VARIANTS) return [...variants].slice(1);
        variants.add(variant.slice(0, index) + other + variant.slice(index + 1));
      }
    }
  }
  return [...variants].slice(1);
}

/** True if two texts differ in one character: another one, one too many or one too few. */
export function isOneOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (a === b || long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return long.slice(same + 1) === short.slice(short.length === long.length ? same + 1 : same);
}
