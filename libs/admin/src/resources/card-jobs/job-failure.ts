import type { ProblemDto } from '../../errors/problem.dto.js';

/** Why a job cannot be done. Nothing of it is kept. */
export class JobFailure extends Error {
  /**
   * @param result what there is to tell all the same
   * @param report as `CardJob.report`
   */
  constructor(
    readonly problem: ProblemDto,
    readonly result?: object,
    readonly report?: string,
  ) {
    super(problem.message);
  }
}
