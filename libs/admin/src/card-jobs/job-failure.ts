/** Why a job cannot be done, in words for those who asked for it. Nothing of it is kept. */
export class JobFailure extends Error {
  /**
   * @param result what there is to tell all the same
   * @param report as `CardJob.report`
   */
  constructor(
    message: string,
    readonly result?: object,
    readonly report?: string,
  ) {
    super(message);
  }
}
