import testSequencer from '@jest/test-sequencer';
import type { Test } from '@jest/test-result';

// The types describe the CommonJS file, but Node imports the class itself.
const TestSequencer = testSequencer as unknown as typeof testSequencer.default;
/** Suites that start processes or a browser, and keep a core busy for about a minute. */
const LONG = [/test\/panel\//, /test\/e2e\/(?:process|many-processes)\//];
/** Unit tests, which take a fraction of a second. */
const SHORT = /\.spec\.ts$/;
const SECONDS = { long: 50, other: 8, short: 0.3 };
/** Suites that mostly wait, longest first, and how long each takes in seconds. */
const WAITING: [RegExp, number][] = [
  [/\/keeper\.sdk-spec\.ts$/, 200],
  [/\/galera\.\S+-spec\.ts$/, 190],
  [/\.soak-spec\.ts$/, 170],
  [/\/redis-(?:sentinel|cluster)\.\S+-spec\.ts$/, 110],
  [/\/quick-start\.\S+-spec\.ts$/, 75],
  [/\/hostile-proxy\.sdk-spec\.ts$/, 50],
  [/\/clock\.sdk-spec\.ts$/, 25],
];
/** Part of the run in which waiting suites start. The last ones would otherwise prolong the run. */
const WAITING_UNTIL = 0.9;

interface Timed {
  test: Test;
  seconds: number;
}

/**
 * Starts the long suites first, because otherwise they would prolong the run, and distributes the waiting suites evenly
 * over the run, so that the others keep all cores busy meanwhile. The other suites keep jest's order.
 */
export default class LongestFirst extends TestSequencer {
  override sort(tests: Test[]): Test[] {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is jest's own method, not an array's
    const usual = super.sort(tests) as Test[];
    const waiting = WAITING.flatMap(([pattern, seconds]) =>
      usual.filter(({ path }) => pattern.test(path)).map((test) => ({ test, seconds })),
    );
    const rest = usual.filter((test) => !waiting.some((other) => other.test === test));
    const long = LONG.flatMap((pattern) => rest.filter(({ path }) => pattern.test(path)));
    const working = [
      ...long.map((test) => ({ test, seconds: SECONDS.long })),
      ...rest
        .filter((test) => !long.includes(test))
        .map((test) => ({ test, seconds: SHORT.test(test.path) ? SECONDS.short : SECONDS.other })),
    ];
    return [...placed(waiting, WAITING_UNTIL), ...placed(working, 1)]
      .toSorted((a, b) => a.place - b.place)
      .map(({ test }) => test);
  }
}

/** Gives each suite its place in the run, from 0 to `end`, in proportion to the seconds of the suites before it. */
function placed(suites: readonly Timed[], end: number): { test: Test; place: number }[] {
  const total = suites.reduce((sum, { seconds }) => sum + seconds, 0);
  let before = 0;
  return suites.map(({ test, seconds }) => {
    const place = (end * before) / total;
    before += seconds;
    return { test, place };
  });
}
