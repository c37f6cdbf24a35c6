/**
 * Compiles a pattern. `*` matches any characters or none; other characters are literal. Each part between two `*` is
 * searched only once, from the end of the previous part, so that no pattern is slow.
 */
export function wildcard(pattern: string): (text: string) => boolean {
  const [head, ...parts] = pattern.split('*') as [string, ...string[]];
  const tail = parts.pop();
  if (tail === undefined) return (text) => text === pattern;
  return (text) => {
    const end = text.length - tail.length;
    let at = head.length;
    if (at > end || !text.startsWith(head) || !text.endsWith(tail)) return false;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= end;
  };
}
