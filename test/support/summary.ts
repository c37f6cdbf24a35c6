/** Returns the median. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

/**
 * Returns the significance of the difference between two samples: the Mann-Whitney U in standard deviations. Values
 * within ±3 are not significant. The test uses ranks, so that a pause of the machine counts as a single value.
 */
export function rankDifference(a: readonly number[], b: readonly number[]): number {
  const ranked = [
    ...a.map((value) => ({ value, isA: true })),
    ...b.map((value) => ({ value, isA: false })),
  ].toSorted((left, right) => left.value - right.value);
  const ranks = ranked.reduce((sum, { isA }, index) => sum + (isA ? index + 1 : 0), 0);
  const [n, m] = [a.length, b.length];
  const u = ranks - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}
