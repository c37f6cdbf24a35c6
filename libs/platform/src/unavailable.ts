/**
 * Something the server cannot work without does not answer: worth another try in a moment (503). Whoever throws it has
 * told the log, once and not for each request.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** For `catch`, where nothing is lost when it is not there. */
export function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error;
}
