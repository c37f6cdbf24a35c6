/** Returns the message of a thrown value of any type. */
export function errorMessage(error: unknown): string {
  // If a host name has several addresses and none responds, only the errors inside the AggregateError have messages.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(errorMessage).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of a system, library or database error, or an empty text if there is none. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
