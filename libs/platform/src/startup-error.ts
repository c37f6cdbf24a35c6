/** A fault the operator can mend. Its message is shown as it is, without a stack. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}

/** A setting, or what it leads to, stays wrong until somebody changes it: another start would fail as this one did. */
export class ConfigurationError extends StartupError {
  override readonly name = 'ConfigurationError';
}

/** Something the server needs is not there yet. It may come by itself, as a database that is just starting. */
export class NotReadyError extends StartupError {
  override readonly name = 'NotReadyError';
}

/** `EX_CONFIG` of sysexits.h: tells a process manager that a restart is of no use. */
const CONFIGURATION_FAULT = 78;
const OTHER_FAULT = 1;

/** The exit status of a server that an error kept from starting. */
export function exitStatusOf(error: unknown): number {
  return error instanceof ConfigurationError ? CONFIGURATION_FAULT : OTHER_FAULT;
}
