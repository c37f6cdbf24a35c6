import TestSequencer from '@jest/test-sequencer';

/** Suites that start processes or a browser take a minute; started last, they alone would prolong the run. */
const LONG = [/test\/panel\//, /test\/e2e\/(?:process|many-processes)\//];

/** Orders the long suites first, the rest as jest does. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is jest's own method, not an array's
    const usual = super.sort(tests);
    return usual.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ path }) {
  const place = LONG.findIndex((pattern) => pattern.test(path));
  return place < 0 ? LONG.length : place;
}
