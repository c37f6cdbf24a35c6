import testSequencer from '@jest/test-sequencer';
import type { Test } from '@jest/test-result';

// The types describe the CommonJS file, but Node imports the class itself.
const TestSequencer = testSequencer as unknown as typeof testSequencer.default;
/**
 * Suites that start processes or a browser take a minute. They start first, because otherwise they would prolong the
 * run.
 */
const LONG = [/test\/panel\//, /test\/e2e\/(?:process|many-processes)\//];

/** Orders the long suites first, the rest as jest does. */
export default class LongestFirst extends TestSequencer {
  override sort(tests: Test[]): Test[] {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is jest's own method, not an array's
    const usual = super.sort(tests) as Test[];
    return usual.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ path }: Test): number {
  const place = LONG.findIndex((pattern) => pattern.test(path));
  return place < 0 ? LONG.length : place;
}
