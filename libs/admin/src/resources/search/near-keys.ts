// Two ways in which a key can be mistyped: with confused characters, or with one character wrong, missing or added.

/** Characters that people confuse with each other. */
const CONFUSED = ['0O', '1IL', '5S', '8B', '2Z'];
const MAX_VARIANTS = 24;

/**
 * Returns the keys that somebody may have misread as this normalized text, at most 24: first the keys with one changed
 * character, then with two, and so on. The text itself is not included.
 */
export function confusedVariants(text: string): string[] {
  const variants = new Set([text]);
  // The loop also reaches the variants that it adds, since a set may grow while it is iterated.
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

/** True if two texts differ in one character, which is replaced, added or missing. */
export function isOneOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (a === b || long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return long.slice(same + 1) === short.slice(short.length === long.length ? same + 1 : same);
}
