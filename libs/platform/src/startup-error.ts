/** A fault that the operator can fix. The message is shown without a stack. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** A wrong setting, or a consequence of a wrong setting. A restart would fail as well. */
export class ConfigurationError extends StartupError {
  override readonly name = 'ConfigurationError';
}

/** A dependency is not available yet, for example a database that is still starting. */
export class NotReadyError extends StartupError {
  override readonly name = 'NotReadyError';
}

/** `EX_CONFIG` of sysexits.h. It tells a process manager not to restart the server. */
const CONFIGURATION_FAULT = 78;
const OTHER_FAULT = 1;

/** Returns the exit status of a server that failed to start. */
export function exitStatusOf(error: unknown): number {
  return error instanceof ConfigurationError ? CONFIGURATION_FAULT : OTHER_FAULT;
}
