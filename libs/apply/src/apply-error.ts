import { StartupError } from '@app/platform';

/** Thrown when a file cannot be applied, with every fault found. The database is unchanged. */
export class ApplyError extends StartupError {
  override readonly name = 'ApplyError';

  constructor(readonly faults: readonly string[]) {
    super(`Nothing was applied:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}
