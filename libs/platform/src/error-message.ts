/** The words of anything that was thrown. */
export function errorMessage(error: unknown): string {
  // A name with several addresses, none of which answers: the words are in the parts.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(errorMessage).join(', ');
  return error instanceof Error ? error.message : String(error);
}
