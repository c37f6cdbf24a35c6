import { HttpError } from 'react-admin';

/** Moves the API's error about the request body to the file input. */
export function besideFile(error: unknown, source = 'file'): unknown {
  if (!(error instanceof HttpError) || error.body?.errors?.body === undefined) return error;
  const { body, ...others } = error.body.errors as Record<string, string>;
  return new HttpError(error.message, error.status, { ...error.body, errors: { ...others, [source]: body } });
}
