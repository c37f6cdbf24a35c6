import TestSequencer from '@jest/test-sequencer';

/** Suites that start processes or a browser take a minute; begun last they would keep the run up by themselves. */
const LONG = [/test\/panel\//, /test\/e2e\/(?:process|many-processes)\//];

/** The long suites first, the rest as jest orders them. */
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
