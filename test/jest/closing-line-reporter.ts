import type { AggregatedResult } from '@jest/test-result';

/** Prints a plain last line for tools that cannot parse jest's summary. */
export default class ClosingLineReporter {
  onRunComplete(_contexts: unknown, results: AggregatedResult): void {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.stderr.write(
      `\n${results.numPassedTests} passed, ${failed} failed, ${results.numPendingTests} skipped\n`,
    );
  }
}
