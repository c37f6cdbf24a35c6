/** Consecutive lines of a line diff. */
export interface DiffPart {
  /** `-`: only in the first text, `+`: only in the second. */
  sign: ' ' | '-' | '+';
  lines: string[];
}

/**
 * Maximum size of the table of common lengths, which needs two bytes per cell. If it were larger, the diff replaces all
 * lines between the first and the last difference.
 */
const MAX_CELLS = 10_000_000;

/** Returns the line diff of two texts, based on a longest common subsequence. */
export function diffLines(before: string, after: string): DiffPart[] {
  const a = before.split('\n');
  const b = after.split('\n');
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return merge([
    { sign: ' ', lines: a.slice(0, head) },
    ...diffMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    { sign: ' ', lines: a.slice(a.length - tail) },
  ]);
}

function diffMiddle(a: string[], b: string[]): DiffPart[] {
  if (a.length * b.length > MAX_CELLS)
    return [
      { sign: '-', lines: a },
      { sign: '+', lines: b },
    ];
  const common = commonLengths(a, b);
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && a[i] === b[j]) {
      parts.push({ sign: ' ', lines: [a[i]!] });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      parts.push({ sign: '-', lines: [a[i++]!] });
    } else {
      parts.push({ sign: '+', lines: [b[j++]!] });
    }
  }
  return parts;
}

/** Returns how many lines the texts have in common from line `i` of `a` and line `j` of `b` on, as `lengths[i][j]`. */
function commonLengths(a: string[], b: string[]): Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i]![j] =
        a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  return lengths;
}

/** Omits empty parts, and joins consecutive parts with the same sign. */
function merge(parts: DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = [];
  for (const { sign, lines } of parts) {
    const last = merged.at(-1);
    if (last?.sign !== sign) {
      if (lines.length > 0) merged.push({ sign, lines });
    } else for (const line of lines) last.lines.push(line);
  }
  return merged;
}
