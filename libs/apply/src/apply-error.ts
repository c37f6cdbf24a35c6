/** Thrown when a file cannot be applied, with every fault found. The database is unchanged. */
export class ApplyError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Nothing was applied:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}
