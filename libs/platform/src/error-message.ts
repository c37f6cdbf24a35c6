/** Returns the message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  // A host name with several addresses, none of which answers: the messages are in the parts.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(errorMessage).join(', ');
  return error instanceof Error ? error.message : String(error);
}
