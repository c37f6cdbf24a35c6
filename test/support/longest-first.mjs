import TestSequencer from '@jest/test-sequencer';

/** Suites that start processes or a browser take a minute; begun last they would keep the run up by themselves. */
const LONG = [/test\/panel\//, /test\/e2e\/(?:process|many-processes)\//];

/** The long suites first, the rest as jest orders them. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const place = LONG.findIndex((pattern) => pattern.test(path));
      return place < 0 ? LONG.length : place;
    };
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
