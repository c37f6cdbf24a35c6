import { describeError, exitStatusOf, StartupError } from '@app/platform';

/** Tells the user why a command failed, and sets the exit status. */
export function reportFailure(error: unknown): void {
  console.error(error instanceof StartupError ? error.message : describeError(error));
  process.exitCode = exitStatusOf(error);
}
