import { HttpError } from 'react-admin';

/** True for the refusal of a change to a record that has changed since it was read. */
export function isConflict(error: unknown): error is HttpError {
  return error instanceof HttpError && error.body?.code === 'record_changed';
}
