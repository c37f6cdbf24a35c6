/** A file that cannot be applied, with every fault found in it. Nothing was changed. */
export class ApplyError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Nothing was applied:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}
