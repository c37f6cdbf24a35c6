/** Returns the message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  // A host name with several addresses, none of which answers: the messages are in the parts.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(errorMessage).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of an error of the system, of a library or of a database; empty without one. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
