/** A fault the operator can mend. Its message is shown as it is, without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
