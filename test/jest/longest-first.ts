import testSequencer from '@jest/test-sequencer';
import type { Test } from '@jest/test-result';

// The types describe the CommonJS file, but Node imports the class itself.
const TestSequencer = testSequencer as unknown as typeof testSequencer.default;
/** Suites that start processes or a browser. Each takes about a minute of CPU time. */
const LONG = [/test\/panel\//, /test\/e2e\/(?:process|many-processes)\//];
/** Suites that take one or two minutes but mostly wait. */
const WAITING = /\/sdks\/.*\/(?:keeper|clock|hostile-proxy|soak)\.\w+-spec\.ts$/;

/**
 * Starts the long suites first, because otherwise they would prolong the run, and distributes the waiting suites among
 * them. The other suites keep jest's order.
 */
export default class LongestFirst extends TestSequencer {
  override sort(tests: Test[]): Test[] {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is jest's own method, not an array's
    const usual = super.sort(tests) as Test[];
    const waiting = usual.filter(({ path }) => WAITING.test(path));
    const long = LONG.flatMap((pattern) => usual.filter(({ path }) => pattern.test(path)));
    const first = new Set(spread(waiting, long));
    return [...first, ...usual.filter((test) => !first.has(test))];
  }
}

/** Distributes some values evenly among the others. */
function spread<T>(some: readonly T[], others: readonly T[]): T[] {
  const placed = [some, others].flatMap((values) =>
    values.map((value, i) => ({ value, place: (i + 0.5) / values.length })),
  );
  return placed.toSorted((a, b) => a.place - b.place).map(({ value }) => value);
}
