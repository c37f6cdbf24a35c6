import * as fc from 'fast-check';

/** Maximum time of an answer on a busy machine, in milliseconds. */
export const ANSWER_WITHIN_MS = 5000;

/** Number of requests of each kind in `npm run test:fuzz`; `undefined` in the short run of `npm test`. */
export const LONG_RUNS = process.env.FUZZ_RUNS === undefined ? undefined : Number(process.env.FUZZ_RUNS);

/** The same seed gives the same requests. */
export const SEED = Number(process.env.FUZZ_SEED ?? 1);

export const isLongRun = LONG_RUNS !== undefined;

/** Timeout of a test in the long run, in milliseconds. */
export const LONG_MS = isLongRun ? 1_800_000 : undefined;

/**
 * Returns the values to try at one of many places: all values in the long run. In `npm test` the places get a few
 * values in turn, so that every value and every place is tried.
 */
export function dealt<T>(values: readonly T[], place: number, few = 1): readonly T[] {
  if (isLongRun) return values;
  return Array.from({ length: few }, (_, i) => values[(place * few + i + SEED) % values.length]!);
}

/** Returns the number of requests; `short` in `npm test`. */
function runsOf(short: number): number {
  return LONG_RUNS ?? short;
}

/**
 * Sends generated inputs one after another. Fails with the smallest input for which `send` fails.
 * @param atOnce number of requests in one input
 */
export async function fuzz<T>(
  short: number,
  input: fc.Arbitrary<T>,
  send: (input: T) => Promise<string | undefined>,
  atOnce = 1,
): Promise<void> {
  const property = fc.asyncProperty(input, async (made) => {
    const complaint = await send(made);
    if (complaint !== undefined) throw new Error(complaint);
  });
  await fc.assert(property, { numRuns: Math.ceil(runsOf(short) / atOnce), seed: SEED });
}

/** Counts requests and answers, reported at the end of a long run. */
export class FuzzReport {
  private readonly counts = new Map<string, number>();
  private slowest = { ms: 0, what: '' };

  /** Runs a request, records its kind, status and time, and returns the answer. */
  async time<T extends { status: number }>(what: string, send: () => Promise<T>): Promise<T> {
    let start = performance.now();
    const answer = await send();
    let ms = performance.now() - start;
    // The machine may have been busy. A request that is slow is slow again.
    for (let i = 0; i < 3 && ms > ANSWER_WITHIN_MS; i++) {
      start = performance.now();
      await send();
      ms = Math.min(ms, performance.now() - start);
    }
    this.counts.set(String(answer.status), (this.counts.get(String(answer.status)) ?? 0) + 1);
    if (ms > this.slowest.ms) this.slowest = { ms, what };
    if (ms > ANSWER_WITHIN_MS) throw new Error(`${what} took ${Math.round(ms)} ms`);
    return answer;
  }

  tell(title: string): void {
    if (!isLongRun) return;
    const counts = [...this.counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const byStatus = counts.map(([status, count]) => `${status}: ${count}`).join(', ');
    const { ms, what } = this.slowest;
    process.stderr.write(
      `${title}: ${total} requests (${byStatus}), slowest ${Math.round(ms)} ms (${what}), seed ${SEED}\n`,
    );
  }
}
