/**
 * Compiles a pattern. `*` matches any characters or none; other characters are literal. The text is searched only once
 * for each part between two `*`, from the end of the previous match, so that no pattern is slow.
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
