import type { ProblemDto } from '../../errors/problem.dto.js';

/** Thrown when a job cannot be done. None of its changes are kept. */
export class JobFailure extends Error {
  /**
   * @param result details to report despite the failure
   * @param report in the form of `CardJob.report`
   */
  constructor(
    readonly problem: ProblemDto,
    readonly result?: object,
    readonly report?: string,
  ) {
    super(problem.message);
  }
}
